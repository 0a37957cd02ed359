// How a move looks while it happens: the amazon glides, the arrow flies, the square burns.

import { svg } from './dom.js';
import { settings } from './settings.js';

const GLIDE = { duration: 260, easing: 'cubic-bezier(.3, .0, .2, 1)' };
const BURN = { duration: 420, easing: 'ease-out' };

export class Motion {
  constructor(board) {
    this.board = board;
    // Kept when the last motion has ended, so that programs do not move faster than one can see.
    this.ended = Promise.resolve();
    this.running = [];
  }

  /** Ends what is under way at once. */
  stop() {
    for (const animation of this.running) animation.finish();
    this.running = [];
    this.board.layers?.flight.replaceChildren();
  }

  /** Shows a move that is drawn already; `walked` if the amazon has been seen to walk. */
  play(move, { walked = false } = {}) {
    this.stop();
    if (!settings.animated()) return;
    this.ended = this.run(move, walked).catch(() => {});
  }

  async run({ from, to, arrow }, walked) {
    // Nothing must look burnt before the arrow is there.
    const late = [this.board.moving(arrow), ...this.board.layers.trail.querySelectorAll('.trail-shot.last, .trail-burn.last')];
    const hidden = late.filter(Boolean).map((element) => this.start(element, [{ opacity: 0 }, { opacity: 0 }], { duration: 10_000 }));
    if (!walked) await this.glide(from, to);
    await this.fly(to, arrow);
    for (const animation of hidden) animation.cancel();
    this.burn(arrow);
  }

  glide(from, to) {
    if (!settings.animated()) return Promise.resolve();
    const moving = this.board.moving(to);
    if (!moving) return Promise.resolve();
    const a = this.board.corner(from);
    const b = this.board.corner(to);
    return this.start(moving, [{ transform: `translate(${a.x - b.x}px, ${a.y - b.y}px)` }, { transform: 'translate(0, 0)' }], GLIDE)
      .finished;
  }

  fly(from, to) {
    const a = this.board.centre(from);
    const b = this.board.centre(to);
    const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    const arrow = svg(
      'g',
      { class: 'arrow' },
      svg(
        'g',
        { transform: `rotate(${angle})` },
        svg('path', { d: 'M-34 0H22M-34 0l-12 -9h13l9 9l-9 9h-13z' }),
        svg('path', { d: 'M36 0L16 -10L21 0L16 10Z' }),
      ),
    );
    this.board.layers.flight.replaceChildren(arrow);
    const duration = 110 + Math.hypot(b.x - a.x, b.y - a.y) * 0.22;
    const flight = this.start(arrow, [{ transform: `translate(${a.x}px, ${a.y}px)` }, { transform: `translate(${b.x}px, ${b.y}px)` }], {
      duration,
      easing: 'cubic-bezier(.4, 0, .9, .8)',
    });
    return flight.finished.finally(() => arrow.remove());
  }

  burn(square) {
    const moving = this.board.moving(square);
    if (!moving) return;
    const origin = { transformOrigin: '50px 50px' };
    this.start(
      moving,
      [
        { ...origin, transform: 'scale(.2)', opacity: 0.2 },
        { ...origin, transform: 'scale(1.08)', opacity: 1, offset: 0.6 },
        { ...origin, transform: 'scale(1)', opacity: 1 },
      ],
      BURN,
    );
    const { x, y } = this.board.centre(square);
    const blaze = svg('circle', { cx: x, cy: y, r: 58, class: 'blaze' });
    this.board.layers.flight.append(blaze);
    this.start(blaze, [{ opacity: 0.95 }, { opacity: 0 }], { duration: 520 })
      .finished.finally(() => blaze.remove())
      .catch(() => {});
  }

  start(element, frames, timing) {
    const animation = element.animate(frames, timing);
    this.running.push(animation);
    animation.finished.catch(() => {});
    return animation;
  }
}
