// Making elements without markup in strings.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const html = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
export const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);
export const byId = (id) => document.getElementById(id);

/** An icon from the sheet in index.html. */
export const icon = (name) =>
  svg('svg', { class: 'icon', 'aria-hidden': 'true', viewBox: '0 0 24 24' }, svg('use', { href: `#icon-${name}` }));

/** Shows a message in an element made for it, or hides that if there is none. */
export function say(element, message) {
  element.textContent = message ?? '';
  element.hidden = !message;
}

export function download(name, content, type = 'text/plain') {
  const address = URL.createObjectURL(new Blob([content], { type }));
  html('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
