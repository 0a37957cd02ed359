// The rules of the game, so that the board can answer without asking the server.
// A square is a number: rank × width + file, A1 = 0.

export const EMPTY = 0;
export const WHITE = 1;
export const BLACK = 2;
export const BURNT = 3;

/** The largest board that the server takes. */
export const MOST_SQUARES = 128;

const SIGNS = ['.', 'w', 'b', 'x'];
const STEPS = [
  [0, 1],
  [1, 1],
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, -1],
  [-1, 0],
  [-1, 1],
];

export const other = (side) => (side === 'w' ? 'b' : 'w');
export const sideName = (side) => (side === 'w' ? 'White' : 'Black');

/** 0 → A, 25 → Z, 26 → AA: no letter is skipped. */
export function fileName(file) {
  const last = String.fromCharCode(65 + (file % 26));
  return file < 26 ? last : fileName(Math.floor(file / 26) - 1) + last;
}

const tooLarge = () => new Error(`the board is too large: it may have ${MOST_SQUARES} squares at most`);

function parseRow(row) {
  const cells = [];
  for (const [token] of row.matchAll(/\d+|./g)) {
    const run = /^\d/.test(token) ? +token : 1;
    if (cells.length + run > MOST_SQUARES) throw tooLarge();
    const cell = /^\d/.test(token) ? EMPTY : SIGNS.indexOf(token);
    if (cell < 0) throw new Error(`“${token}” is not part of a position`);
    for (let count = 0; count < run; count++) cells.push(cell);
  }
  return cells;
}

export class Position {
  constructor(width, height, cells, toMove) {
    this.width = width;
    this.height = height;
    this.cells = cells;
    this.toMove = toMove;
  }

  static empty(width, height) {
    return new Position(width, height, new Uint8Array(width * height), 'w');
  }

  /** The standard start of a board, or null if it has none. */
  static start(width, height) {
    let inset;
    if (width >= 4 && width <= 7 && height >= 4 && height <= 7) inset = 1;
    else if (width === 8 && height === 8) inset = 2;
    else if (width === 10 && height === 10) inset = 3;
    else return null;
    const position = Position.empty(width, height);
    const points = [
      [inset, 0],
      [width - 1 - inset, 0],
      [0, inset],
      [width - 1, inset],
    ];
    for (const [file, rank] of points) {
      position.cells[rank * width + file] = WHITE;
      position.cells[(height - 1 - rank) * width + file] = BLACK;
    }
    return position;
  }

  /** Amazons at the same relative places for boards without a standard start. */
  static likeStart(width, height) {
    const standard = Position.start(width, height);
    if (standard) return standard;
    const position = Position.empty(width, height);
    const inset = Math.min(Math.floor((width - 1) / 3), Math.floor((height - 1) / 3));
    for (const [file, rank] of [
      [inset, 0],
      [width - 1 - inset, 0],
      [0, inset],
      [width - 1, inset],
    ]) {
      position.cells[rank * width + file] = WHITE;
      position.cells[(height - 1 - rank) * width + file] = BLACK;
    }
    return position;
  }

  /** Reads what `text()` and the server write: rows from the top, then the side to move. */
  static parse(text) {
    const [board, side = 'w'] = text.trim().split(/\s+/, 2);
    const named = /^(\d+)x(\d+)$/.exec(board);
    if (named) {
      const start = Position.start(+named[1], +named[2]);
      if (!start) throw new Error(`${board} has no standard start`);
      return start;
    }
    // One row too many is enough to know that the board is too large.
    const rows = board.split('/', MOST_SQUARES + 1);
    const first = parseRow(rows[0]);
    const width = first.length;
    if (!width) throw new Error('the first row is empty');
    if (width * rows.length > MOST_SQUARES) throw tooLarge();
    const cells = [first, ...rows.slice(1).map(parseRow)];
    if (cells.some((row) => row.length !== width)) throw new Error('the rows differ in length');
    if (side !== 'w' && side !== 'b') throw new Error(`the side to move is w or b, not “${side}”`);
    return new Position(width, rows.length, Uint8Array.from(cells.reverse().flat()), side);
  }

  text() {
    return `${this.rows()} ${this.toMove}`;
  }

  rows() {
    const rows = [];
    for (let rank = this.height - 1; rank >= 0; rank--) {
      const row = [...this.cells.subarray(rank * this.width, (rank + 1) * this.width)].map((cell) => SIGNS[cell]).join('');
      rows.push(row.replace(/\.{4,}/g, (run) => String(run.length)));
    }
    return rows.join('/');
  }

  name(square) {
    return fileName(square % this.width) + (Math.floor(square / this.width) + 1);
  }

  square(name) {
    const parts = /^([A-Z]+)(\d+)$/.exec(name.toUpperCase());
    if (!parts) return -1;
    const file = [...parts[1]].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
    const rank = +parts[2] - 1;
    return file < this.width && rank >= 0 && rank < this.height ? rank * this.width + file : -1;
  }

  /** The squares to which a queen on `from` could go, with `vacated` taken as empty. */
  reach(from, vacated = -1) {
    const found = [];
    const { width, height, cells } = this;
    for (const [df, dr] of STEPS) {
      let file = (from % width) + df;
      let rank = Math.floor(from / width) + dr;
      while (file >= 0 && file < width && rank >= 0 && rank < height) {
        const square = rank * width + file;
        if (cells[square] !== EMPTY && square !== vacated) break;
        found.push(square);
        file += df;
        rank += dr;
      }
    }
    return found;
  }

  /** Where an arrow may go from an amazon that has moved from `from` to `to`. */
  arrows(from, to) {
    return this.reach(to, from);
  }

  amazons(side) {
    const kind = side === 'w' ? WHITE : BLACK;
    return [...this.cells.keys()].filter((square) => this.cells[square] === kind);
  }

  owns(square) {
    return this.cells[square] === (this.toMove === 'w' ? WHITE : BLACK);
  }

  canMove() {
    return this.amazons(this.toMove).some((square) => this.reach(square).length > 0);
  }

  isLegal({ from, to, arrow }) {
    return this.owns(from) && this.reach(from).includes(to) && this.arrows(from, to).includes(arrow);
  }

  after({ from, to, arrow }) {
    const cells = this.cells.slice();
    cells[to] = cells[from];
    cells[from] = EMPTY;
    cells[arrow] = BURNT;
    return new Position(this.width, this.height, cells, other(this.toMove));
  }

  moveText({ from, to, arrow }) {
    return `${this.name(from)}-${this.name(to)}x${this.name(arrow)}`;
  }

  /** A legal move from its text, or null. */
  move(text) {
    const parts = /^\s*([A-Za-z]+\d+)-([A-Za-z]+\d+)x([A-Za-z]+\d+)\s*$/.exec(text);
    if (!parts) return null;
    const [from, to, arrow] = parts.slice(1).map((name) => this.square(name));
    if (from < 0 || to < 0 || arrow < 0) return null;
    const move = { from, to, arrow };
    return this.isLegal(move) ? move : null;
  }

  /** What stands on a square, in words. */
  describe(square) {
    return ['empty', 'white amazon', 'black amazon', 'burnt'][this.cells[square]];
  }

  /** The same board with everything outside of `squares` burnt. */
  only(squares) {
    const kept = new Set(squares);
    const cells = this.cells.map((cell, square) => (kept.has(square) ? cell : BURNT));
    return new Position(this.width, this.height, cells, this.toMove);
  }
}
