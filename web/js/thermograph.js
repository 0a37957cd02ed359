// A thermograph: how the two stops of a game close in as moving is taxed. Black's values lie to the left, as is the custom.

import { svg } from './dom.js';
import { fraction, value } from './figures.js';

const WIDTH = 360;
const HEIGHT = 230;
const PAD = { left: 34, right: 14, top: 12, bottom: 30 };

export function thermograph({ left, right }, { mean, temperature }) {
  const wall = (corners) => corners.map(([t, v]) => ({ t: value(t), v: value(v) }));
  const walls = { left: wall(left), right: wall(right) };
  const all = [...walls.left, ...walls.right];
  const top = Math.max(...all.map(({ t }) => t), 0) + 1;
  let low = Math.min(...all.map(({ v }) => v));
  let high = Math.max(...all.map(({ v }) => v));
  if (high - low < 2) [low, high] = [low - (2 - high + low) / 2, high + (2 - high + low) / 2];
  const x = (v) => PAD.left + ((high - v) / (high - low)) * (WIDTH - PAD.left - PAD.right);
  const y = (t) => HEIGHT - PAD.bottom - ((t + 1) / (top + 1)) * (HEIGHT - PAD.top - PAD.bottom);
  const path = (points) => points.map(({ t, v }, place) => `${place ? 'L' : 'M'}${x(v).toFixed(1)} ${y(t).toFixed(1)}`).join('');
  const foot = walls.left.at(-1);
  const inside = `${path(walls.left)}${path([...walls.right].reverse()).replace('M', 'L')}Z`;
  const text = (px, py, content, anchor = 'middle') => svg('text', { x: px, y: py, 'text-anchor': anchor }, content);
  const drawing = svg(
    'svg',
    {
      class: 'thermograph',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'data-testid': 'thermograph',
      'aria-label': `Thermograph: mean ${mean ?? 'not known'}, temperature ${temperature ?? 'not known'}`,
    },
    ...ticks(low, high, 8).flatMap((v) => [
      svg('line', { x1: x(v), x2: x(v), y1: PAD.top, y2: HEIGHT - PAD.bottom, class: 'grid' }),
      text(x(v), HEIGHT - PAD.bottom + 16, fraction(String(v))),
    ]),
    ...ticks(-1, top, 6).flatMap((t) => [
      svg('line', { x1: PAD.left, x2: WIDTH - PAD.right, y1: y(t), y2: y(t), class: t === 0 ? 'grid zero' : 'grid' }),
      text(PAD.left - 6, y(t) + 4, fraction(String(t)), 'end'),
    ]),
    svg('path', { d: inside, class: 'inside' }),
    svg('line', { x1: x(foot.v), x2: x(foot.v), y1: y(foot.t), y2: PAD.top, class: 'mast' }),
    svg('path', { d: path(walls.left), class: 'wall left' }),
    svg('path', { d: path(walls.right), class: 'wall right' }),
    text(PAD.left + 4, PAD.top + 8, 'Black moves first', 'start'),
    text(WIDTH - PAD.right - 4, PAD.top + 8, 'White first', 'end'),
  );
  return drawing;
}

/** Round numbers between two others, at most `most` of them. */
function ticks(low, high, most) {
  const step = [1, 2, 5, 10, 20, 50].find((candidate) => (high - low) / candidate <= most) ?? 100;
  const found = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) found.push(tick);
  return found.length > 1 ? found : [low, high];
}
