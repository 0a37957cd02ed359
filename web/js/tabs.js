// The tabs beside the board.

import { byId } from './dom.js';

const NAMES = ['moves', 'areas', 'solve', 'analysis'];

export class Tabs {
  constructor() {
    this.current = 'moves';
    this.listeners = [];
    for (const name of NAMES) byId(`tab-${name}`).addEventListener('click', () => this.show(name));
    byId('tab-moves').parentNode.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const next = NAMES[(NAMES.indexOf(this.current) + step + NAMES.length) % NAMES.length];
      this.show(next);
      byId(`tab-${next}`).focus();
    });
  }

  onShow(listener) {
    this.listeners.push(listener);
  }

  show(current) {
    this.current = current;
    for (const name of NAMES) {
      const tab = byId(`tab-${name}`);
      tab.setAttribute('aria-selected', name === current);
      tab.tabIndex = name === current ? 0 : -1;
      byId(`panel-${name}`).hidden = name !== current;
    }
    for (const listener of this.listeners) listener(current);
  }
}
