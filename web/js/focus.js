// A control that goes away or cannot be used any more must not take the focus with it: the board has it then.

export class FocusKeeper {
  /** Listens before all others, to see what has the focus before they change the page. */
  constructor(session) {
    this.held = null;
    for (const name of ['leaving', 'change']) session.on(name, () => this.note());
  }

  note() {
    const { activeElement, body } = document;
    if (activeElement && activeElement !== body) this.held = activeElement;
  }

  /** Called when the page has changed. */
  mend(board) {
    const { held } = this;
    this.held = null;
    const { activeElement, body } = document;
    const moved = activeElement && activeElement !== body && activeElement !== held;
    if (held && !moved && !isUsable(held)) board.focus(board.focused);
  }
}

const isUsable = (element) => element.isConnected && !element.matches(':disabled') && element.getClientRects().length > 0;
