// A short notice at the foot of the page, with something to do about it perhaps.

import { byId, html } from './dom.js';

let timer;

export function notice(text, label, action) {
  const box = byId('notice');
  clearTimeout(timer);
  const close = () => (box.hidden = true);
  const button =
    label &&
    html(
      'button',
      {
        type: 'button',
        onclick: () => {
          close();
          action();
        },
      },
      label,
    );
  box.replaceChildren(html('span', {}, text), ...(button ? [button] : []));
  box.hidden = false;
  timer = setTimeout(close, label ? 12_000 : 5_000);
}
