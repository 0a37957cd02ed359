// Who owns what: the areas over the board, and what each is worth.

import { byId, html, svg, say } from './dom.js';
import { UNIT } from './board.js';
import { borders, legend, partLabels } from './area-drawing.js';
import { ask, wasCancelled } from './server.js';
import { boundsExactly, boundsInWords, fraction, minus } from './figures.js';
import { BURNT, sideName } from './rules.js';
import { settings } from './settings.js';
import { thermograph } from './thermograph.js';

export class Areas {
  constructor(session, table, tabs, lead) {
    Object.assign(this, { session, table, tabs, lead });
    this.answer = null;
    this.chosen = null;
    this.pointed = null;
    this.keep = html('input', { type: 'checkbox', id: 'keep-areas' });
    this.keep.checked = settings.get('keepAreas');
    this.keep.addEventListener('change', () => {
      settings.set('keepAreas', this.keep.checked);
      this.look();
    });
    this.sum = html('div', { id: 'areas-sum' });
    this.list = html('ul', { class: 'areas', id: 'areas-list' });
    this.error = html('p', { class: 'error', role: 'alert', hidden: true });
    byId('panel-areas').append(
      this.sum,
      this.error,
      this.list,
      legend(),
      html('label', { class: 'check' }, this.keep, html('span', {}, 'Keep areas on the board')),
    );
    table.overlay = this;
    table.onInspect = (square) => this.inspect(square);
    tabs.onShow(() => this.look());
    session.on('change', ({ cause }) => cause !== 'flip' && cause !== 'pause' && this.look());
  }

  shown() {
    return !this.session.editing && (this.tabs.current === 'areas' || settings.get('keepAreas'));
  }

  async look() {
    this.work?.abort();
    const position = this.session.position.text();
    if (!this.shown()) {
      this.table.draw();
      return;
    }
    if (this.answer && this.asked === position) {
      this.show();
      return;
    }
    this.answer = null;
    this.chosen = null;
    this.pointed = null;
    this.table.draw();
    this.sum.replaceChildren(html('p', { class: 'small' }, 'Looking at the areas…'));
    const work = new AbortController();
    this.work = work;
    try {
      const answer = await ask('/api/areas', { position }, { signal: work.signal, onWait: (text) => say(this.error, text) });
      this.asked = position;
      this.answer = { ...answer, areas: answer.areas.map(agreeing) };
      this.lead.learn(position, { winner: answer.winner });
      say(this.error, null);
      this.show();
    } catch (error) {
      if (wasCancelled(error)) return;
      this.sum.replaceChildren();
      this.list.replaceChildren();
      say(this.error, error.message);
    }
  }

  show() {
    this.index();
    this.table.draw();
    const { answer } = this;
    const side = sideName(this.session.position.toMove);
    this.sum.replaceChildren(
      html('p', { class: 'verdict' }, answer.winner ? `${side} to move: ${sideName(answer.winner)} wins` : 'Still open'),
      html('p', { class: 'small' }, `All areas together: ${boundsInWords(answer.lower, answer.upper)}, proved.`),
    );
    this.list.replaceChildren(...answer.areas.map((area, place) => this.row(area, place)));
    if (!answer.areas.length) this.list.append(html('li', { class: 'small' }, 'Nobody can move anywhere any more.'));
    if (this.chosen !== null) this.detail();
  }

  /** Which part each square belongs to. A blocker may belong to several. */
  index() {
    const { position } = this.session;
    this.partsOf = new Map();
    this.areaOf = new Map();
    this.answer.areas.forEach((area, place) => {
      for (const name of area.squares) this.areaOf.set(position.square(name), place);
      for (const part of area.parts) {
        for (const name of part.squares) {
          const square = position.square(name);
          this.partsOf.set(square, [...(this.partsOf.get(square) ?? []), part]);
        }
      }
    });
  }

  row(area, place) {
    const letters = area.parts.map((part) => part.label).join('');
    const open = this.chosen === place;
    const button = html(
      'button',
      {
        type: 'button',
        class: 'area-row',
        'aria-expanded': String(open),
        'data-area': letters,
        onclick: () => this.choose(open ? null : place),
        onpointerenter: () => this.point(place),
        onpointerleave: () => this.point(null),
        onfocus: () => this.point(place),
        onblur: () => this.point(null),
      },
      html('span', { class: `chip ${area.owner ?? 'open'}`, 'aria-hidden': 'true' }),
      html('span', { class: 'letters' }, letters),
      html('span', { class: 'what' }, what(area)),
      html('span', { class: 'worth' }, boundsInWords(area.lower, area.upper)),
    );
    return html('li', {}, button, open ? html('div', { class: 'area-detail', id: 'area-detail' }) : null);
  }

  inspect(square) {
    if (!this.shown() || !this.answer) return;
    const place = this.areaOf.get(square);
    if (place === undefined) return;
    if (this.tabs.current !== 'areas') this.tabs.show('areas');
    this.choose(place);
  }

  /** Outlines the area whose row is under the pointer or has the focus. */
  point(place) {
    this.pointed = place;
    this.draw(this.table.view);
  }

  choose(place) {
    const row = [...this.list.children].findIndex((item) => item.firstChild === document.activeElement);
    this.chosen = place;
    this.show();
    // The rows are made anew: who walks through them by keyboard stays where he is.
    this.list.children[row]?.firstChild.focus({ preventScroll: true });
    this.list.querySelector('[aria-expanded="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }

  async detail() {
    const area = this.answer.areas[this.chosen];
    const { position } = this.session;
    const host = byId('area-detail');
    const parts =
      area.parts.length > 1 || area.parts[0]?.defects
        ? html('ul', { class: 'parts' }, ...area.parts.map((part) => html('li', {}, partInWords(part))))
        : null;
    const worth = html('div', { class: 'worth-detail' }, html('p', { class: 'small' }, 'Valuing this area…'));
    host.replaceChildren(
      html('p', { class: 'small' }, `Bounds ${boundsExactly(area.lower, area.upper)}, found by ${area.source}.`),
      ...[parts].filter(Boolean),
      worth,
    );
    this.work?.abort();
    const work = new AbortController();
    this.work = work;
    try {
      const alone = position.only(area.squares.map((name) => position.square(name)));
      const answer = await ask(
        '/api/value',
        { position: alone.text() },
        { signal: work.signal, onWait: (text) => say(worth.firstChild, text) },
      );
      worth.replaceChildren(...worthInDetail(answer));
      host.scrollIntoView?.({ block: 'nearest' });
    } catch (error) {
      if (!wasCancelled(error)) worth.replaceChildren(html('p', { class: 'error', role: 'alert' }, error.message));
    }
  }

  /** Adds to what a square is called. */
  note(square) {
    if (!this.shown() || !this.answer || this.asked !== this.session.position.text()) return [];
    const parts = this.partsOf.get(square) ?? [];
    return parts.map((part) => `area ${part.label}${part.owner ? ` of ${sideName(part.owner)}` : ', contested'}`);
  }

  draw(view) {
    const shapes = [];
    const labels = [];
    const drawn = this.shown() && this.answer && this.asked === this.session.position.text() && this.table.entry.to === null;
    if (drawn) {
      const { position } = this.session;
      const ownPart = (square) => {
        const parts = this.partsOf.get(square);
        return parts?.length === 1 && position.cells[square] !== BURNT ? parts[0] : null;
      };
      for (const square of position.cells.keys()) {
        const part = ownPart(square);
        if (!part) continue;
        const { x, y } = view.corner(square);
        const owner = part.owner ?? 'open';
        shapes.push(svg('rect', { x, y, width: UNIT, height: UNIT, class: `area-fill ${owner}` }));
        shapes.push(svg('rect', { x, y, width: UNIT, height: UNIT, fill: `url(#owner-${owner})` }));
      }
      shapes.push(svg('path', { d: borders(view, (square) => ownPart(square)?.label), class: 'area-border' }));
      const outlined = this.pointed ?? this.chosen;
      if (outlined !== null)
        shapes.push(
          svg('path', { d: borders(view, (square) => (this.areaOf.get(square) === outlined ? 1 : undefined)), class: 'area-chosen' }),
        );
      const blockers = new Set(
        this.answer.areas.flatMap((area) => [...(area.blockers ?? []), ...area.parts.flatMap((part) => part.blockers ?? [])]),
      );
      for (const name of blockers) {
        const { x, y } = view.centre(position.square(name));
        labels.push(svg('circle', { cx: x, cy: y, r: 45, class: 'blocker' }));
      }
      const parts = this.answer.areas.flatMap((area) => area.parts);
      labels.push(...partLabels(view, position, parts));
    }
    view.layers.areas.replaceChildren(...shapes);
    view.layers.labels.replaceChildren(...labels);
  }
}

/** An area whose only part is worth what the area is: the bounds of the area may be tighter than those found for the part. */
function agreeing(area) {
  const { lower, upper, parts } = area;
  return parts.length === 1 ? { ...area, parts: [{ ...parts[0], lower, upper }] } : area;
}

function what(area) {
  const squares = `${area.empty} ${area.empty === 1 ? 'square' : 'squares'}`;
  if (area.kind === 'territory') return `${squares} of ${sideName(area.owner)}`;
  return area.parts.length > 1 ? `${squares}, in parts` : `${squares}, contested`;
}

function partInWords(part) {
  const squares = `${part.empty} ${part.empty === 1 ? 'square' : 'squares'}`;
  const whose =
    part.kind === 'active' ? 'contested' : part.kind === 'territory' ? `of ${sideName(part.owner)}` : `guarded by ${sideName(part.owner)}`;
  const lost = part.defects ? `; ${part.defects} of them cannot be used (a defect)` : '';
  const blockers = part.blockers?.length ? `; blockers ${part.blockers.join(', ')}` : '';
  return `${part.label}: ${squares} ${whose}, ${boundsInWords(part.lower, part.upper)}${lost}${blockers}`;
}

const WON_BY = {
  b: 'Black, whoever moves first',
  w: 'White, whoever moves first',
  first: 'whoever moves first',
  second: 'whoever moves second',
};

function worthInDetail(answer) {
  const facts = [
    ['Mean', answer.mean && fraction(answer.mean)],
    ['Temperature', answer.temperature && fraction(answer.temperature)],
    ['Stops', answer.left_stop && `${fraction(answer.left_stop)} if Black begins, ${fraction(answer.right_stop)} if White does`],
    ['Alone, it is won by', answer.won_by && WON_BY[answer.won_by]],
    ['Atomic weight', answer.atomic_weight && minus(answer.atomic_weight)],
  ].filter(([, text]) => text);
  const out = [];
  if (answer.canonical)
    out.push(
      html('p', { class: 'small' }, 'Canonical value'),
      html('p', { class: 'canonical', id: 'canonical', tabindex: 0 }, minus(answer.canonical)),
    );
  else out.push(html('p', { class: 'small', id: 'canonical' }, 'Too large to value exactly: its bounds are all that is known.'));
  out.push(html('dl', { class: 'facts' }, ...facts.map(([name, text]) => html('div', {}, html('dt', {}, name), html('dd', {}, text)))));
  if (answer.thermograph) out.push(thermograph(answer.thermograph, answer));
  const best = [
    ['Black', answer.best_moves?.black],
    ['White', answer.best_moves?.white],
  ].filter(([, moves]) => moves?.length);
  for (const [name, options] of best) {
    out.push(
      html(
        'p',
        { class: 'small' },
        `${name}’s best: `,
        html(
          'code',
          {},
          options
            .flatMap((option) => option.moves)
            .slice(0, 4)
            .join(', '),
        ),
      ),
    );
  }
  return out;
}
