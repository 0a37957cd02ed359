// How areas look on the board: labels, borders, and the key to the patterns.

import { html, svg } from './dom.js';
import { UNIT } from './board.js';
import { boundsInBrief } from './figures.js';
import { BLACK, EMPTY, WHITE } from './rules.js';

/** A label on each part: its letter, as in the list, and what it is worth. */
export function partLabels(view, position, parts) {
  const placed = [];
  for (const part of parts) {
    const text = `${part.label} ${boundsInBrief(part.lower, part.upper)}${part.defects ? `, −${part.defects}` : ''}`;
    const width = Math.max(text.length * 18 + 20, 56) * view.scale;
    const place = labelPlace(view, position, part, width, placed);
    if (place) placed.push({ ...place, width, text, part });
  }
  return placed.map(({ x, y, width, text, part }) =>
    svg(
      'g',
      { class: 'area-label', 'data-part': part.label },
      svg('rect', { x: x - width / 2, y: y - 23 * view.scale, width, height: 46 * view.scale, rx: 23 * view.scale }),
      svg('text', { x, y: y + 10 * view.scale }, text),
    ),
  );
}

/** Where a label of this width goes: on an empty square of the part, if possible not over amazons or other labels, and near the middle. */
function labelPlace(view, position, part, width, placed) {
  const empty = part.squares.map((name) => position.square(name)).filter((square) => position.cells[square] === EMPTY);
  const points = empty.map((square) => view.centre(square));
  const mean = (axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [mx, my] = [mean('x'), mean('y')];
  const limit = (x) => Math.min(Math.max(x, width / 2 + 2), view.width * UNIT - width / 2 - 2);
  // A wide label may also begin or end with its square.
  const shift = Math.max((width - UNIT) / 2, 0);
  const cost = ({ x, y }) => {
    const row = Math.floor(y / UNIT);
    let covered = 0;
    let foreign = 0;
    // A touch of a square is not yet over what stands there.
    for (let column = Math.floor((x - width / 2 + 9) / UNIT); column * UNIT < x + width / 2 - 9; column++) {
      const square = view.squareAt(column, row);
      if ([WHITE, BLACK].includes(position.cells[square])) covered++;
      else if (!empty.includes(square)) foreign++;
    }
    covered += placed.filter((label) => label.y === y && Math.abs(label.x - x) < (label.width + width) / 2).length;
    return covered * 100 + foreign + Math.hypot(x - mx, y - my) / UNIT;
  };
  const places = points.flatMap(({ x, y }) => [0, -shift, shift].map((by) => ({ x: limit(x + by), y })));
  return places.map((place) => ({ ...place, cost: cost(place) })).sort((a, b) => a.cost - b.cost)[0];
}

/** The lines between squares for which `of` differs, where at least one has a value. */
export function borders(view, of) {
  const lines = [];
  for (let row = 0; row < view.height; row++) {
    for (let column = 0; column < view.width; column++) {
      const own = of(view.squareAt(column, row));
      const right = column + 1 < view.width ? of(view.squareAt(column + 1, row)) : undefined;
      const below = row + 1 < view.height ? of(view.squareAt(column, row + 1)) : undefined;
      if (own !== right) lines.push(`M${(column + 1) * UNIT} ${row * UNIT}v${UNIT}`);
      if (own !== below) lines.push(`M${column * UNIT} ${(row + 1) * UNIT}h${UNIT}`);
      if (column === 0 && own !== undefined) lines.push(`M0 ${row * UNIT}v${UNIT}`);
      if (row === 0 && own !== undefined) lines.push(`M${column * UNIT} 0h${UNIT}`);
    }
  }
  return lines.join('');
}

export function legend() {
  const entry = (owner, text) =>
    html(
      'li',
      {},
      svg(
        'svg',
        { viewBox: '0 0 50 50', class: 'legend-square', 'aria-hidden': 'true' },
        svg('rect', { width: 50, height: 50, class: 'square light' }),
        svg('rect', { width: 50, height: 50, class: `area-fill ${owner}` }),
        svg('rect', { width: 50, height: 50, fill: `url(#owner-${owner})` }),
      ),
      text,
    );
  return html(
    'ul',
    { class: 'legend' },
    entry('b', 'Black’s'),
    entry('w', 'White’s'),
    entry('open', 'contested'),
    html(
      'li',
      {},
      svg(
        'svg',
        { viewBox: '0 0 50 50', class: 'legend-square', 'aria-hidden': 'true' },
        svg('rect', { width: 50, height: 50, class: 'square light' }),
        svg('circle', { cx: 25, cy: 25, r: 19, class: 'blocker' }),
      ),
      'blocker',
    ),
    html('li', {}, html('span', { class: 'legend-sign' }, '−1'), 'lost to a defect'),
  );
}
