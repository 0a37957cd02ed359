// The board as a drawing: squares, amazons, marks. It knows positions but not whose turn it is to do what.

import { html, svg } from './dom.js';
import { BLACK, BURNT, EMPTY, WHITE, fileName } from './rules.js';
import { Motion } from './motion.js';

export const UNIT = 100;
// How far, in pixels of the screen, a pointer travels before it drags.
const DRAG = 6;
// The side of a square, in pixels, on a small board in a large window.
const LARGEST = 124;

export class BoardView {
  /** `handler` is asked what a square is called and told what is done to it; it may be replaced at any time. */
  constructor(host, handler) {
    this.host = host;
    this.handler = handler;
    this.motion = new Motion(this);
    this.size = null;
    this.pieces = new Map();
    this.focused = 0;
  }

  /** Draws a position. Amazons that stand where they stood keep their elements. */
  show(position, flipped) {
    const size = `${position.width}x${position.height}${flipped ? 'f' : ''}`;
    if (this.size !== size) this.build(position, flipped, size);
    this.position = position;
    position.cells.forEach((cell, square) => this.setSquare(square, cell));
    this.label();
  }

  build(position, flipped, size) {
    this.size = size;
    this.width = position.width;
    this.height = position.height;
    this.flipped = flipped;
    this.pieces.clear();
    const { width, height } = this;
    const font = Math.min(Math.max(Math.max(width, height) * 3.2, 21), 36);
    const margin = font * 1.6;
    this.margin = margin;
    const layer = (name) => svg('g', { class: `layer-${name}` });
    this.layers = {};
    for (const name of ['squares', 'burnt', 'areas', 'trail', 'marks', 'pieces', 'labels', 'flight']) this.layers[name] = layer(name);
    for (let square = 0; square < width * height; square++) {
      const { x, y } = this.corner(square);
      const dark = ((square % width) + Math.floor(square / width)) % 2 === 0;
      this.layers.squares.append(svg('rect', { x, y, width: UNIT, height: UNIT, class: dark ? 'square dark' : 'square light' }));
    }
    this.cells = [];
    this.grid = svg('g', { role: 'grid', 'aria-label': `Board, ${width} by ${height}`, class: 'layer-cells', id: 'squares' });
    for (let row = 0; row < height; row++) {
      const group = svg('g', { role: 'row' });
      for (let column = 0; column < width; column++) {
        const square = this.squareAt(column, row);
        const { x, y } = this.corner(square);
        const cell = svg('g', {
          role: 'gridcell',
          tabindex: -1,
          class: 'cell',
          'data-square': position.name(square),
          'data-index': square,
        });
        cell.append(
          svg('rect', { x, y, width: UNIT, height: UNIT, class: 'hit' }),
          svg('rect', { x: x + 4, y: y + 4, width: UNIT - 8, height: UNIT - 8, rx: 8, class: 'ring' }),
        );
        this.cells[square] = cell;
        group.append(cell);
      }
      this.grid.append(group);
    }
    const [w, h] = [width * UNIT, height * UNIT];
    this.root = svg(
      'svg',
      { class: 'board', viewBox: `${-margin} ${-margin * 0.45} ${w + margin * 1.45} ${h + margin * 1.45}`, 'data-testid': 'board' },
      svg('rect', { x: -margin, y: -margin * 0.45, width: w + margin * 1.45, height: h + margin * 1.45, rx: 16, class: 'frame' }),
      svg('rect', { x: -3, y: -3, width: w + 6, height: h + 6, class: 'edge' }),
      this.coordinates(font, margin),
      this.layers.squares,
      svg('rect', { x: 0, y: 0, width: w, height: h, class: 'grain' }),
      ...['burnt', 'areas', 'trail', 'marks', 'pieces', 'labels', 'flight'].map((name) => this.layers[name]),
      this.grid,
    );
    this.host.replaceChildren(this.root);
    // The stylesheet fits the board into the window, and draws lines on small boards not as thick as on large ones.
    this.scale = Math.min(Math.max(Math.max(width, height) / 10, 0.6), 1);
    const page = document.documentElement.style;
    page.setProperty('--ratio', (w + margin * 1.45) / (h + margin * 1.45));
    page.setProperty('--most', `${((w + margin * 1.45) / UNIT) * LARGEST}px`);
    this.root.style.setProperty('--scale', this.scale);
    this.focused = Math.min(this.focused, width * height - 1);
    this.listen();
  }

  coordinates(font, margin) {
    const group = svg('g', { class: 'coordinates', 'aria-hidden': 'true', 'font-size': font });
    for (let column = 0; column < this.width; column++) {
      const file = this.flipped ? this.width - 1 - column : column;
      group.append(svg('text', { x: column * UNIT + UNIT / 2, y: this.height * UNIT + margin * 0.72 }, fileName(file)));
    }
    for (let row = 0; row < this.height; row++) {
      const rank = this.flipped ? row : this.height - 1 - row;
      group.append(svg('text', { x: -margin / 2, y: row * UNIT + UNIT / 2 + font * 0.36 }, String(rank + 1)));
    }
    return group;
  }

  squareAt(column, row) {
    const file = this.flipped ? this.width - 1 - column : column;
    const rank = this.flipped ? row : this.height - 1 - row;
    return rank * this.width + file;
  }

  corner(square) {
    const file = square % this.width;
    const rank = Math.floor(square / this.width);
    const column = this.flipped ? this.width - 1 - file : file;
    const row = this.flipped ? rank : this.height - 1 - rank;
    return { x: column * UNIT, y: row * UNIT };
  }

  centre(square) {
    const { x, y } = this.corner(square);
    return { x: x + UNIT / 2, y: y + UNIT / 2 };
  }

  setSquare(square, cell) {
    const old = this.pieces.get(square);
    if (old?.cell === cell || (!old && cell === EMPTY)) return;
    old?.element.remove();
    this.pieces.delete(square);
    if (cell === EMPTY) return;
    const { x, y } = this.corner(square);
    const kind = cell === WHITE ? 'amazon-w' : cell === BLACK ? 'amazon-b' : `burnt-${(square * 7 + 3) % 3}`;
    const turn = cell === BURNT ? ` rotate(${(((square * 5) % 7) % 4) * 90} 50 50)` : '';
    const element = svg('g', { class: cell === BURNT ? 'burnt' : 'piece', transform: `translate(${x} ${y})` });
    element.append(svg('g', {}, svg('use', { href: `#${kind}`, width: UNIT, height: UNIT, transform: turn.trim() || null })));
    this.layers[cell === BURNT ? 'burnt' : 'pieces'].append(element);
    this.pieces.set(square, { cell, element });
  }

  /** The part of an amazon or burnt square that moves, inside of the one that is placed. */
  moving(square) {
    return this.pieces.get(square)?.element.firstChild;
  }

  label() {
    this.cells.forEach((cell, square) => {
      const text = this.handler.label(square);
      if (cell.getAttribute('aria-label') !== text) cell.setAttribute('aria-label', text);
      cell.setAttribute('tabindex', square === this.focused ? 0 : -1);
    });
  }

  /** Marks on squares: what is chosen, where it can go (`kind` move or shot), the last move, a hint. */
  mark({ chosen = null, targets = [], kind = 'move', movable = [], last = null, hint = null }) {
    const marks = [];
    const trail = [];
    if (last) trail.push(...this.trail(last, 'last'));
    if (hint) trail.push(...this.trail(hint, 'hint'));
    if (chosen !== null) {
      const { x, y } = this.corner(chosen);
      marks.push(svg('rect', { x: x + 3, y: y + 3, width: UNIT - 6, height: UNIT - 6, rx: 10, class: 'chosen' }));
    }
    for (const square of targets) {
      const { x, y } = this.centre(square);
      marks.push(
        kind === 'move'
          ? svg('circle', { cx: x, cy: y, r: 15, class: 'target move' })
          : svg('path', {
              d: `M${x - 17} ${y}L${x} ${y - 17}L${x + 17} ${y}L${x} ${y + 17}ZM${x - 6} ${y}h12M${x} ${y - 6}v12`,
              class: 'target shot',
            }),
      );
    }
    this.layers.marks.replaceChildren(...marks);
    this.layers.trail.replaceChildren(...trail);
    const free = new Set(movable);
    const goals = new Set(targets);
    this.cells.forEach((cell, square) => {
      cell.classList.toggle('movable', free.has(square));
      cell.classList.toggle('goal', goals.has(square));
      if (chosen === square) cell.setAttribute('aria-selected', 'true');
      else cell.removeAttribute('aria-selected');
    });
    this.label();
  }

  trail({ from, to, arrow }, kind) {
    const [a, b, c] = [from, to, arrow].map((square) => this.centre(square));
    const corner = this.corner(from);
    const goal = this.corner(to);
    const burn = this.corner(arrow);
    const way = Math.hypot(c.x - b.x, c.y - b.y);
    const end = { x: c.x - ((c.x - b.x) / way) * 30, y: c.y - ((c.y - b.y) / way) * 30 };
    const marks = [
      svg('rect', { x: corner.x + 2, y: corner.y + 2, width: UNIT - 4, height: UNIT - 4, class: `trail-from ${kind}` }),
      svg('rect', { x: goal.x + 2, y: goal.y + 2, width: UNIT - 4, height: UNIT - 4, class: `trail-to ${kind}` }),
      svg('rect', { x: burn.x + 4, y: burn.y + 4, width: UNIT - 8, height: UNIT - 8, rx: 6, class: `trail-burn ${kind}` }),
      svg('line', { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: `trail-walk ${kind}` }),
      svg('line', { x1: b.x, y1: b.y, x2: end.x, y2: end.y, class: `trail-shot ${kind}`, 'marker-end': `url(#head-${kind})` }),
    ];
    // An arrow into the square that she left: that it burns says enough.
    return from === arrow ? marks.slice(1) : marks;
  }

  focus(square) {
    this.focused = square;
    this.label();
    this.cells[square].focus({ preventScroll: false });
  }

  listen() {
    const squareOf = (event) => {
      const cell = event.target.closest?.('.cell');
      return cell ? +cell.dataset.index : null;
    };
    let press = null;
    this.grid.addEventListener('pointerdown', (event) => {
      const square = squareOf(event);
      if (square === null || event.button !== 0) return;
      this.focused = square;
      press = { square, x: event.clientX, y: event.clientY, id: event.pointerId, drags: false };
    });
    this.grid.addEventListener('pointermove', (event) => {
      if (!press || event.pointerId !== press.id) return;
      if (!press.drags) {
        if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG) return;
        press.drags = true;
        press.carried = this.handler.lift?.(press.square) ?? null;
        if (press.carried) this.grid.setPointerCapture(event.pointerId);
      }
      if (press.carried) this.carry(press, event);
    });
    const release = (event, drop) => {
      if (!press || event.pointerId !== press.id) return;
      const done = press;
      press = null;
      if (!done.drags) return;
      // A drag is no click: the click that follows is swallowed.
      this.swallow = true;
      setTimeout(() => (this.swallow = false), 0);
      if (!done.carried) return;
      this.putDown(done);
      const goal = drop ? this.squareUnder(event) : null;
      this.handler.drop(goal);
    };
    this.grid.addEventListener('pointerup', (event) => release(event, true));
    this.grid.addEventListener('pointercancel', (event) => release(event, false));
    this.grid.addEventListener('click', (event) => {
      const square = squareOf(event);
      if (square === null || this.swallow) return;
      this.focused = square;
      this.handler.pick(square);
    });
    this.grid.addEventListener('keydown', (event) => this.key(event));
    this.grid.addEventListener('focusin', (event) => {
      const square = squareOf(event);
      if (square !== null && square !== this.focused) {
        this.focused = square;
        this.label();
      }
    });
  }

  key(event) {
    const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    const { x, y } = this.corner(this.focused);
    let column = x / UNIT;
    let row = y / UNIT;
    if (step) {
      column = Math.min(Math.max(column + step[0], 0), this.width - 1);
      row = Math.min(Math.max(row + step[1], 0), this.height - 1);
    } else if (event.key === 'Home') column = 0;
    else if (event.key === 'End') column = this.width - 1;
    else if (event.key === 'PageUp') row = 0;
    else if (event.key === 'PageDown') row = this.height - 1;
    else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.handler.pick(this.focused);
      return;
    } else {
      this.handler.key?.(event, this.focused);
      return;
    }
    event.preventDefault();
    this.focus(this.squareAt(column, row));
  }

  /** The square under a pointer, or null beside the board. */
  squareUnder(event) {
    const point = this.toBoard(event);
    const column = Math.floor(point.x / UNIT);
    const row = Math.floor(point.y / UNIT);
    return column >= 0 && row >= 0 && column < this.width && row < this.height ? this.squareAt(column, row) : null;
  }

  toBoard(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.root.getScreenCTM().inverse());
  }

  /** Moves an amazon with the pointer, or stretches an arrow towards it. */
  carry(press, event) {
    const point = this.toBoard(event);
    const start = this.centre(press.square);
    if (press.carried === 'amazon') {
      const moving = this.moving(press.square);
      moving.setAttribute(
        'transform',
        `translate(${point.x - start.x} ${point.y - start.y - 12}) translate(50 50) scale(1.12) translate(-50 -50)`,
      );
      moving.parentNode.parentNode.append(moving.parentNode);
    } else {
      this.layers.flight.replaceChildren(
        svg('line', { x1: start.x, y1: start.y, x2: point.x, y2: point.y, class: 'aim', 'marker-end': 'url(#head-last)' }),
      );
    }
    const goal = this.squareUnder(event);
    this.cells.forEach((cell, square) => cell.classList.toggle('under', square === goal && cell.classList.contains('goal')));
  }

  putDown(press) {
    this.moving(press.square)?.removeAttribute('transform');
    this.layers.flight.replaceChildren();
    for (const cell of this.cells) cell.classList.remove('under');
  }
}

/** A small board to look at. */
export function miniBoard(position, label) {
  const { width, height } = position;
  const board = svg('svg', {
    class: 'mini',
    viewBox: `-6 -6 ${width * UNIT + 12} ${height * UNIT + 12}`,
    role: 'img',
    'aria-label': label,
  });
  board.append(svg('rect', { x: -6, y: -6, width: width * UNIT + 12, height: height * UNIT + 12, class: 'frame', rx: 10 }));
  position.cells.forEach((cell, square) => {
    const x = (square % width) * UNIT;
    const y = (height - 1 - Math.floor(square / width)) * UNIT;
    const dark = ((square % width) + Math.floor(square / width)) % 2 === 0;
    board.append(svg('rect', { x, y, width: UNIT, height: UNIT, class: dark ? 'square dark' : 'square light' }));
    const kind = [null, 'amazon-w', 'amazon-b', 'burnt-0'][cell];
    if (kind) board.append(svg('use', { href: `#${kind}`, x, y, width: UNIT, height: UNIT }));
  });
  return html('div', { class: 'mini-frame' }, board);
}
