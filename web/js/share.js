// The dialog for sharing: a link, any notation, a picture.

import { byId, download, html, say } from './dom.js';
import { linkToGame, linkToPosition } from './links.js';
import { ROOT } from './game.js';
import { ask } from './server.js';

export class Share {
  constructor(session) {
    this.session = session;
    this.dialog = byId('share-dialog');
    byId('open-share').addEventListener('click', () => this.open());
    for (const radio of document.querySelectorAll('input[name="share-what"]')) radio.addEventListener('change', () => this.link());
    byId('export-format').addEventListener('change', () => this.write());
    byId('export-download').addEventListener('click', () => this.written && download(this.written.file, this.written.text));
    byId('export-svg').addEventListener('click', () => this.picture());
    byId('copy-link').addEventListener('click', (event) => copy(byId('share-link'), event.target));
    byId('copy-export').addEventListener('click', (event) => copy(byId('export-text'), event.target));
  }

  formats(formats) {
    byId('export-format').replaceChildren(
      ...formats.map(({ name, description }) => html('option', { value: name }, `${name} – ${description}`)),
    );
    if (formats.some(({ name }) => name === 'sgf')) byId('export-format').value = 'sgf';
  }

  open() {
    this.dialog.showModal();
    this.link();
    this.write();
  }

  link() {
    const { game, position } = this.session;
    const whole = document.querySelector('input[name="share-what"]:checked').value === 'game';
    byId('share-link').value = location.href.split('#')[0] + (whole ? linkToGame(game) : linkToPosition(position));
  }

  async write() {
    const format = byId('export-format').value;
    this.written = null;
    byId('export-text').value = '';
    try {
      this.written = await ask('/api/write', { ...this.session.game.wire(), format });
      byId('export-text').value = this.written.text;
      say(byId('share-error'), null);
    } catch (error) {
      say(byId('share-error'), error.message);
    }
  }

  async picture() {
    const { game, position } = this.session;
    try {
      const { svg } = await ask('/api/svg', { position: position.text(), last: game.at === ROOT ? null : game.nodes[game.at].move });
      download('amazons.svg', svg, 'image/svg+xml');
      say(byId('share-error'), null);
    } catch (error) {
      say(byId('share-error'), error.message);
    }
  }
}

async function copy(field, button) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = 'Copied';
  } catch {
    // Without leave to use the clipboard, the text is at least ready to be copied by hand.
    field.select();
    button.textContent = 'Selected';
  }
  setTimeout(() => (button.textContent = before), 1500);
}
