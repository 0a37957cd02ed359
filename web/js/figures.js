// Numbers as people read them, and the bounds of the server in words.

import { sideName } from './rules.js';

export function count(number) {
  if (number >= 1e9) return `${(number / 1e9).toFixed(1)} G`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  if (number >= 1e4) return `${(number / 1e3).toFixed(0)} k`;
  return Math.round(number).toLocaleString('en');
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** A guess: two digits of it say more than is known. "1.2 M", "3.4 × 10¹⁴" */
export function guess(number) {
  if (number < 1e12) return count(+number.toPrecision(2)).replace('.0 ', ' ');
  const [digits, power] = number.toExponential(1).split('e+');
  return `${digits} × 10${[...power].map((digit) => RAISED[digit]).join('')}`;
}

/** Seconds in the unit that fits: "40 s", "12 min", "5 h", "3 days", "2.4 M years" */
export function duration(seconds) {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)} h`;
  const days = seconds / 86_400;
  return days < 700 ? `${Math.round(days)} days` : `${guess(days / 365.25)} years`;
}

export function bytes(number) {
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} MB`;
  return number >= 1e3 ? `${(number / 1e3).toFixed(0)} kB` : `${number} B`;
}

/** "White wins by 3"; a margin of none means that the winner had the last move and nothing to spare. */
export function winsBy(winner, margin) {
  const wins = `${sideName(winner)} wins`;
  if (margin === null || margin === undefined) return wins;
  return margin === 0 ? `${wins} by the last move` : `${wins} by ${margin}`;
}

export const percent = (share) => `${(share * 100).toFixed(share < 0.0995 ? 1 : 0)} %`;

/** "23/4" → 5.75 */
export function value(text) {
  const [top, bottom = 1] = text.split('/').map(Number);
  return top / bottom;
}

/** A value as the server writes it, with true minus signs. */
export const minus = (text) => text.replaceAll('-', '−');

const GLYPHS = { '1/2': '½', '1/4': '¼', '3/4': '¾', '1/8': '⅛', '3/8': '⅜', '5/8': '⅝', '7/8': '⅞' };

/** "23/4" → "5¾", with a true minus sign. */
export function fraction(text) {
  const [top, bottom] = text.split('/').map(Number);
  if (!bottom) return minus(String(top));
  const whole = Math.trunc(top / bottom);
  const rest = `${Math.abs(top % bottom)}/${bottom}`;
  const sign = top < 0 ? '−' : '';
  return sign + (whole ? Math.abs(whole) : '') + (GLYPHS[rest] ?? (whole ? ` ${rest}` : rest));
}

/** The number in a bound such as "[-15", "2)" or "11/4-e". */
function bare(bound) {
  return bound.replace(/[[\]()]/g, '').replace(/[+-]e$/, '');
}

const lead = (text) => fraction(text.replace('-', ''));
const leader = (text) => (text.startsWith('-') ? 'w' : 'b');

/** "White +11 to +15", "Black +18", "White +5 to Black +7", "even". */
export function boundsInWords(lower, upper) {
  const [low, high] = [bare(lower), bare(upper)];
  const one = (text) => (text === '0' ? 'even' : `${sideName(leader(text))} +${lead(text)}`);
  if (low === high) return one(low);
  if (low === '0' || high === '0' || leader(low) !== leader(high)) return `${one(low)} to ${one(high)}`;
  return leader(low) === 'w' ? `White +${lead(high)} to +${lead(low)}` : `Black +${lead(low)} to +${lead(high)}`;
}

/** The same for a label on the board: "B18", "W11–15", "W0–2", "W5–B7", "0". */
export function boundsInBrief(lower, upper) {
  const [low, high] = [bare(lower), bare(upper)];
  const one = (text) => (text === '0' ? '0' : `${leader(text) === 'w' ? 'W' : 'B'}${lead(text)}`);
  if (low === high) return one(low);
  if (leader(low) === 'w') return high === '0' || leader(high) === 'w' ? `W${lead(high)}–${lead(low)}` : `${one(low)}–${one(high)}`;
  return `B${lead(low)}–${lead(high)}`;
}

/** The bounds as mathematics writes them. */
export function boundsExactly(lower, upper) {
  const neat = (bound) => minus(bound.replace(/([+-])e$/, ' $1 ε'));
  if (/^[[(]/.test(lower) && /[\])]$/.test(upper)) return `${neat(lower)}, ${neat(upper)}`;
  return `between ${neat(lower.replace(/^[[(]/, ''))} and ${neat(upper.replace(/[\])]$/, ''))}`;
}
