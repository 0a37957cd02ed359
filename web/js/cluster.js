// The page on a cluster: asks how its campaigns stand, again and again.

import { ask, pause } from './server.js';
import { campaigns, write } from './campaign.js';
import { byId } from './dom.js';
import { duration } from './figures.js';
import { themeSwitch } from './theme-switch.js';

const BETWEEN_QUESTIONS = 1;
/** The program answers within seconds, or not at all. */
const PATIENCE = 15;
/** Figures that are older are worth a word. */
const OLD = 5;

const seconds = () => performance.now() / 1000;
const shown = campaigns(byId('campaigns'), seconds());

/** What was answered last, and when. */
let last = null;

async function question() {
  try {
    const answer = await ask('/api/cluster', undefined, { signal: AbortSignal.timeout(PATIENCE * 1000) });
    last = { answer, at: seconds() };
    return answer.error;
  } catch (error) {
    return error.message;
  }
}

/** The question was answered, or there was this error. */
function show(error) {
  const { answer, at } = last ?? {};
  const known = answer ? answer.age_seconds !== null : false;
  const age = known ? answer.age_seconds + seconds() - at : 0;
  news(error, known, age);
  if (!answer) return;
  write(byId('cluster-server'), answer.server);
  byId('cluster-empty').hidden = !known || answer.campaigns.length > 0;
  const isNew = !error && age <= OLD;
  if (known) shown.show(answer.campaigns.map((status) => [status.campaign, { status, age, isNew, now: seconds() }]));
}

/** Says what is wrong, with how old the figures are. Read aloud is only that it is, or is no more. */
function news(error, known, age) {
  const line = byId('cluster-news');
  const old = known && (error || age > OLD) ? `The figures are ${duration(age)} old; new ones come by themselves.` : '';
  const text = [error && sentence(error), old].filter(Boolean).join(' ');
  write(line, text);
  line.hidden = !text;
  line.classList.toggle('error', Boolean(text));
  if (wasWrong !== Boolean(error)) write(byId('announce'), error ? sentence(error) : wasWrong === null ? '' : 'The figures are new again.');
  wasWrong = Boolean(error);
}

let wasWrong = null;

const sentence = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);

themeSwitch(byId('toggle-theme'));
for (;;) {
  show(await question());
  await pause(BETWEEN_QUESTIONS);
}
