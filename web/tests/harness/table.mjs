// The page as a person uses it: reads what it shows, and does what a mouse or a keyboard can do.

import { expectWithin } from './wait.mjs';

const PIECES = { empty: '.', 'white amazon': 'w', 'black amazon': 'b', burnt: 'x' };

export class Table {
  constructor(page, server) {
    this.page = page;
    this.server = server;
  }

  async visit(path = '') {
    await this.page.goto(this.server.address + path);
    await this.square('A1').waitFor({ state: 'attached' });
  }

  byId(id) {
    return this.page.locator(`#${id}`);
  }

  square(name) {
    return this.page.locator(`#squares [data-square="${name}"]`);
  }

  /** What a screen reader says of each square, by name. */
  async labels() {
    const cells = await this.page.$$eval('#squares [data-square]', (cells) => cells.map((cell) => [cell.dataset.square, cell.getAttribute('aria-label')]));
    return new Map(cells);
  }

  /** The rows from the top and the side to move, from what the squares are called and from the players' plates. */
  async position() {
    const labels = await this.labels();
    const rows = new Map();
    for (const [name, label] of labels) {
      const [, file, rank] = /^([A-Z]+)(\d+)$/.exec(name);
      const piece = PIECES[label.split(', ')[1]];
      if (!piece) throw new Error(`${name} is called “${label}”`);
      const column = [...file].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
      rows.set(+rank, (rows.get(+rank) ?? []).concat([[column, piece]]));
    }
    const text = [...rows].sort(([a], [b]) => b - a).map(([, cells]) => cells.sort(([a], [b]) => a - b).map(([, piece]) => piece).join(''));
    const side = await this.sideToMove();
    return `${text.join('/')}${side ? ` ${side}` : ''}`;
  }

  /** Null when the game is over. */
  async sideToMove() {
    const active = this.page.locator('.plate.active');
    return (await active.count()) ? active.getAttribute('data-side') : null;
  }

  status() {
    return this.byId('status').textContent();
  }

  /** Waits until the status says something. */
  async says(pattern, patience) {
    await expectWithin(() => this.status(), (text) => pattern.test(text), `the status to say ${pattern}`, patience);
    return this.status();
  }

  async shows(position, patience) {
    await expectWithin(() => this.position(), (shown) => shown === position, `the board to show ${position}`, patience);
  }

  /** Squares whose label says that the amazon may go or shoot there. */
  async targets() {
    return [...(await this.labels())].filter(([, label]) => /can (go|shoot) here/.test(label)).map(([name]) => name);
  }

  movable() {
    return this.page.$$eval('#squares .cell.movable', (cells) => cells.map((cell) => cell.dataset.square));
  }

  async play(move) {
    for (const square of move.split(/[-x]/)) await this.square(square).click();
  }

  /** Plays a move of those the board offers: `choose` picks one of a list, at each of the three steps. */
  async playAny(choose) {
    const from = choose(await this.movable());
    await this.square(from).click();
    const to = choose(await this.targets());
    await this.square(to).click();
    const arrow = choose(await this.targets());
    await this.square(arrow).click();
    return `${from}-${to}x${arrow}`;
  }

  async newGame({ board = '5x5', white = 'human', black = 'human', minutes = null, increment = 0 } = {}) {
    await this.byId('new-game').click();
    const form = this.byId('new-game-form');
    await form.locator('[name=board]').selectOption(board);
    await form.locator('[name=white]').selectOption(white);
    await form.locator('[name=black]').selectOption(black);
    if (minutes !== null) {
      await form.locator('[name=clock]').check();
      await form.locator('[name=minutes]').fill(String(minutes));
      await form.locator('[name=increment]').fill(String(increment));
    }
    await this.byId('start-game').click();
    await this.byId('new-game-dialog').waitFor({ state: 'hidden' });
  }

  /** Pastes a text into the dialog that opens games. */
  async paste(text) {
    await this.byId('open-import').click();
    await this.byId('import-text').fill(text);
    await this.byId('import-go').click();
  }

  async tab(name) {
    await this.byId(`tab-${name}`).click();
    await this.byId(`panel-${name}`).waitFor();
  }

  /** The moves of the main line, from the list beside the board. */
  moves() {
    return this.page.$$eval('#move-tree > .row .move', (buttons) => buttons.map((button) => button.firstChild.textContent));
  }

  async solve() {
    await this.tab('solve');
    await this.byId('solve-start').click();
  }

  async analyse() {
    await this.tab('analysis');
    await this.byId('analyse-seconds').selectOption({ index: 0 });
    await this.byId('analyse-start').click();
  }
}
