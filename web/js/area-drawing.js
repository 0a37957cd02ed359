// How areas look on the board: labels, borders, and the key to the patterns.

import { html, svg } from './dom.js';
import { UNIT } from './board.js';
import { boundsInBrief } from './figures.js';
import { EMPTY } from './rules.js';

/** A label on the empty square of a part that is nearest to its middle. */
export function partLabel(view, position, part) {
  const empty = part.squares.map((name) => position.square(name)).filter((square) => position.cells[square] === EMPTY);
  if (!empty.length) return [];
  const points = empty.map((square) => ({ square, ...view.centre(square) }));
  const mean = (axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [mx, my] = [mean('x'), mean('y')];
  points.sort((a, b) => Math.hypot(a.x - mx, a.y - my) - Math.hypot(b.x - mx, b.y - my));
  const { x, y } = points[0];
  const text = `${boundsInBrief(part.lower, part.upper)}${part.defects ? `, −${part.defects}` : ''}`;
  const size = view.scale;
  const width = Math.max(text.length * 18 + 24, 56) * size;
  const limit = (value, most) => Math.min(Math.max(value, width / 2 + 2), most - width / 2 - 2);
  const middle = limit(x, view.width * UNIT);
  return [
    svg(
      'g',
      { class: 'area-label', 'data-part': part.label },
      svg('rect', { x: middle - width / 2, y: y - 23 * size, width, height: 46 * size, rx: 23 * size }),
      svg('text', { x: middle, y: y + 10 * size }, text),
    ),
  ];
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
