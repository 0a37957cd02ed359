// A game as a tree of moves. A node is named by its place in the list; ROOT is the first position.

import { Position } from './rules.js';

export const ROOT = -1;

export class Game {
  constructor(start) {
    this.start = start;
    this.players = {};
    this.nodes = [];
    this.firsts = [];
    this.at = ROOT;
    this.positions = new Map([[ROOT, start]]);
    // Where `forward` leads: the child that was visited last.
    this.visited = new Map();
  }

  get position() {
    return this.positionAt(this.at);
  }

  positionAt(id) {
    let position = this.positions.get(id);
    if (!position) {
      const before = this.positionAt(this.nodes[id].parent);
      position = before.after(before.move(this.nodes[id].move));
      this.positions.set(id, position);
    }
    return position;
  }

  children(id) {
    return id === ROOT ? this.firsts : this.nodes[id].children;
  }

  parent(id) {
    return id === ROOT ? null : this.nodes[id].parent;
  }

  /** How many moves lead to a node. */
  depth(id) {
    let depth = 0;
    for (let node = id; node !== ROOT; node = this.nodes[node].parent) depth++;
    return depth;
  }

  /** The nodes from the first move to `id`. */
  path(id) {
    const path = [];
    for (let node = id; node !== ROOT; node = this.nodes[node].parent) path.unshift(node);
    return path;
  }

  /** The path to the current node, and on from there as `forward` leads. */
  line() {
    const line = this.path(this.at);
    for (let next = this.next(this.at); next !== null; next = this.next(next)) line.push(next);
    return line;
  }

  next(id) {
    const children = this.children(id);
    if (!children.length) return null;
    const last = this.visited.get(id);
    return children.includes(last) ? last : children[0];
  }

  add(parent, move, comment) {
    const known = this.children(parent).find((child) => this.nodes[child].move === move);
    if (known !== undefined) return known;
    if (!this.positionAt(parent).move(move)) throw new Error(`${move} is not a legal move here`);
    const id = this.nodes.push({ parent, move, comment, children: [] }) - 1;
    this.children(parent).push(id);
    return id;
  }

  play(move) {
    this.go(this.add(this.at, move));
    return this.at;
  }

  go(id) {
    for (const node of this.path(id)) this.visited.set(this.nodes[node].parent, node);
    this.at = id;
  }

  /** Removes a node with all that follows; the list is numbered anew. */
  remove(id) {
    const parent = this.nodes[id].parent;
    const dropped = new Set([id]);
    this.nodes.forEach((node, place) => {
      if (dropped.has(node.parent)) dropped.add(place);
    });
    const at = dropped.has(this.at) ? parent : this.at;
    const fresh = new Map([[ROOT, ROOT]]);
    const kept = this.nodes.filter((_, place) => {
      if (dropped.has(place)) return false;
      fresh.set(place, fresh.size - 1);
      return true;
    });
    this.rebuild(
      kept.map((node) => ({ ...node, parent: fresh.get(node.parent) })),
      fresh.get(at),
    );
  }

  /** Makes the line to a node the main line. */
  promote(id) {
    for (const node of this.path(id)) {
      const siblings = this.children(this.nodes[node].parent);
      siblings.splice(siblings.indexOf(node), 1);
      siblings.unshift(node);
    }
    // The order of children is that of the list, so the list is sorted by a walk of the tree.
    const fresh = new Map([[ROOT, ROOT]]);
    const sorted = [];
    const walk = (from) => {
      for (const child of this.children(from)) {
        fresh.set(child, sorted.length);
        const { children, ...node } = this.nodes[child];
        sorted.push({ ...node, parent: fresh.get(from) });
        walk(child);
      }
    };
    walk(ROOT);
    this.rebuild(sorted, fresh.get(this.at));
  }

  rebuild(nodes, at) {
    this.nodes = nodes.map((node) => ({ ...node, children: [] }));
    this.firsts = [];
    this.nodes.forEach((node, place) => this.children(node.parent).push(place));
    this.positions = new Map([[ROOT, this.start]]);
    this.visited.clear();
    this.go(at);
  }

  moves(path) {
    return path.map((node) => this.nodes[node].move);
  }

  /** The node to which moves lead from the start, or null if there is none. */
  find(moves) {
    let node = ROOT;
    for (const move of moves) {
      node = this.children(node).find((child) => this.nodes[child].move === move);
      if (node === undefined) return null;
    }
    return node;
  }

  /** As the server reads and writes it. */
  wire() {
    return {
      start: this.start.text(),
      nodes: this.nodes.map(({ parent, move, comment }) => {
        const node = { parent: parent === ROOT ? null : parent, move };
        return comment ? { ...node, comment } : node;
      }),
      at: this.at === ROOT ? null : this.at,
      players: this.players,
    };
  }

  static fromWire({ start, nodes, at, players }) {
    const game = new Game(Position.parse(start));
    game.players = players ?? {};
    // A list may hold the same move twice after one position; here that is one node.
    const own = nodes.reduce((own, { parent, move, comment }) => {
      own.push(game.add(parent === null ? ROOT : own[parent], move, comment));
      return own;
    }, []);
    game.go(at === null || at === undefined ? ROOT : own[at]);
    return game;
  }
}
