// Opening what others wrote: pasted text, files, proofs, share links.

import { byId, say } from './dom.js';
import { Game } from './game.js';
import { gameInLink } from './links.js';
import { ask } from './server.js';
import { notice } from './notice.js';

// Every proof file begins with these bytes.
const PROOF = 'otrera-proof';

export class Import {
  constructor(session, proofs) {
    Object.assign(this, { session, proofs });
    this.dialog = byId('import-dialog');
    this.text = byId('import-text');
    this.error = byId('import-error');
    byId('open-import').addEventListener('click', () => this.open());
    byId('import-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.read(this.text.value);
    });
    this.text.addEventListener('input', () => (byId('import-games').hidden = true));
    byId('import-file').addEventListener('change', (event) => {
      const [file] = event.target.files;
      if (file) this.openFile(file);
      event.target.value = '';
    });
    this.listenForDrops();
  }

  open() {
    say(this.error, null);
    if (!this.dialog.open) this.dialog.showModal();
    this.text.focus();
  }

  async openFile(file) {
    const head = new TextDecoder().decode(await file.slice(0, PROOF.length).arrayBuffer());
    if (head === PROOF) {
      if (await this.proofs.openFile(file, this.error)) this.dialog.close();
      else this.dialog.open || this.dialog.showModal();
      return;
    }
    this.text.value = await file.text();
    byId('import-games').hidden = true;
    await this.read(this.text.value, file.name);
  }

  async read(text, name) {
    say(this.error, null);
    try {
      const fragment = /#((?:game|position)=\S+)$/.exec(text.trim())?.[1];
      if (fragment) {
        this.begin(gameInLink(fragment), 'Opened the link.');
        return;
      }
      const several = !byId('import-games').hidden;
      const answer = await ask('/api/read', several ? { text, game: Math.max(+byId('import-game').value, 1) } : { text });
      const from = name ? ` of ${name}` : '';
      const which = answer.games > 1 ? `Game ${answer.game} of ${answer.games}${from}, ` : '';
      const left = answer.left_out ? ` ${answer.left_out} nodes that do not fit the game were left out.` : '';
      this.begin(Game.fromWire(answer), `${which || `Opened${from}, `}${answer.format}.${left}`);
      byId('import-games').hidden = answer.games < 2;
      byId('import-count').textContent = `Game, 1 to ${answer.games}`;
      byId('import-game').max = answer.games;
    } catch (error) {
      this.open();
      say(this.error, error.message);
      if (error.line) this.point(error.line, error.column ?? 1);
    }
  }

  /** Puts the cursor where the text could not be read. */
  point(line, column) {
    const lines = this.text.value.split('\n');
    const at = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
    this.text.focus();
    this.text.setSelectionRange(at, at + 1);
  }

  begin(game, text) {
    this.dialog.close();
    this.session.begin(game);
    location.hash = '#play';
    notice(text);
  }

  listenForDrops() {
    const veil = byId('drop-veil');
    let inside = 0;
    const holdsFile = (event) => [...(event.dataTransfer?.types ?? [])].some((type) => type === 'Files' || type === 'text/plain');
    addEventListener('dragenter', (event) => holdsFile(event) && (veil.hidden = ++inside === 0));
    addEventListener('dragleave', (event) => holdsFile(event) && (veil.hidden = (inside = Math.max(inside - 1, 0)) === 0));
    addEventListener('dragover', (event) => holdsFile(event) && event.preventDefault());
    addEventListener('drop', (event) => {
      inside = 0;
      veil.hidden = true;
      if (!holdsFile(event)) return;
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      const text = event.dataTransfer.getData('text/plain');
      if (file) this.openFile(file);
      else if (text) {
        this.text.value = text;
        this.read(text);
      }
    });
  }
}
