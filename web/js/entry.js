// Entering a move: an amazon, the square she goes to, the square she shoots at. Each step can be taken back.

import { EMPTY } from './rules.js';

export class MoveEntry {
  constructor(session, table) {
    this.session = session;
    this.table = table;
    this.from = null;
    this.to = null;
  }

  reset() {
    this.from = null;
    this.to = null;
  }

  /** The board as it looks with what is entered so far. */
  shown() {
    const position = this.session.position;
    if (this.to === null) return position;
    const cells = position.cells.slice();
    cells[this.to] = cells[this.from];
    cells[this.from] = EMPTY;
    return Object.assign(Object.create(Object.getPrototypeOf(position)), position, { cells });
  }

  targets() {
    const position = this.session.position;
    if (this.from === null) return [];
    return this.to === null ? position.reach(this.from) : position.arrows(this.from, this.to);
  }

  movable() {
    const position = this.session.position;
    if (!this.session.isHumanTurn()) return [];
    if (this.to !== null) return [this.to];
    return position.amazons(position.toMove).filter((square) => position.reach(square).length);
  }

  marks() {
    return {
      chosen: this.to ?? this.from,
      targets: this.targets(),
      kind: this.to === null ? 'move' : 'shot',
      movable: this.movable(),
    };
  }

  label(square) {
    const position = this.shown();
    const parts = [position.name(square), position.describe(square)];
    if (this.from !== null && this.targets().includes(square)) parts.push(this.to === null ? 'can go here' : 'can shoot here');
    else if (square === (this.to ?? this.from)) parts.push('chosen');
    return parts.concat(this.table.note(square)).join(', ');
  }

  pick(square) {
    if (!this.session.isHumanTurn()) {
      this.table.inspect(square);
      return;
    }
    if (this.from === null) {
      if (this.movable().includes(square)) this.choose(square);
      else this.table.inspect(square);
    } else if (this.to === null) {
      if (this.targets().includes(square)) this.walk(square);
      else if (square !== this.from && this.movable().includes(square)) this.choose(square);
      else this.cancel();
    } else if (square === this.to) this.cancel();
    else if (this.targets().includes(square)) this.shoot(square);
    else this.table.explain('An arrow flies like a queen from where the amazon stands now. Escape takes the step back.');
  }

  choose(square) {
    this.from = square;
    this.table.draw();
    const count = this.targets().length;
    this.table.announce(`Amazon on ${this.session.position.name(square)} chosen, ${count} ${count === 1 ? 'square' : 'squares'} to go to.`);
  }

  walk(square, glides = true) {
    this.to = square;
    this.table.draw();
    if (glides) this.table.view.motion.glide(this.from, this.to);
    this.table.announce(`Goes to ${this.session.position.name(square)}. Now choose a square for the arrow.`);
  }

  shoot(arrow) {
    const position = this.session.position;
    const move = position.moveText({ from: this.from, to: this.to, arrow });
    this.reset();
    this.session.play(move, 'person');
  }

  /** Takes one step back; false if there is none. */
  cancel() {
    if (this.from === null) return false;
    if (this.to !== null) this.to = null;
    else this.from = null;
    this.table.draw();
    this.table.announce(this.from === null ? 'Nothing chosen.' : 'Step taken back.');
    return true;
  }

  key(event) {
    if (event.key === 'Escape' && this.cancel()) event.stopPropagation();
  }

  /** Says what a drag from a square carries, if anything. */
  lift(square) {
    if (!this.session.isHumanTurn()) return null;
    if (this.to !== null) return square === this.to ? 'arrow' : null;
    if (!this.movable().includes(square)) return null;
    this.choose(square);
    return 'amazon';
  }

  drop(square) {
    if (square !== null && this.targets().includes(square)) {
      if (this.to === null) this.walk(square, false);
      else this.shoot(square);
    } else this.table.draw();
  }
}
