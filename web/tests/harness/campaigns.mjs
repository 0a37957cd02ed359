// Answers of `/api/cluster` for what takes long to come about: poison, liars, weeks of work. Checked by hand against docs/json.md.

const worker = (name, more) => ({
  worker: name, job: null, jobs: 0, nodes: 0, gone: false, heard_seconds: 0.4, since_seconds: 2, nodes_per_second: null, ...more,
});

const JOB = 'b.x.b./b.xx../..w.../....../.x...w/.w.w.. b';

/** Six by six after a while, with all that can happen; `second` is how long it goes on. */
const large = (second) => ({
  campaign: '6x6-5f2a90c1',
  position: '2b1b1/b4b/6/6/w4w/1w1w2 w',
  winner: null,
  queued: 2,
  running: 3,
  results: 0,
  state: {
    jobs: 1234 + 2 * second,
    nodes: 50_000_000 + 60_000 * second,
    positions: 81_234,
    settled: 612,
    under_way: 5,
    seconds: 900 + second,
    jobs_per_second: 2.04,
    nodes_per_second: 60_000,
    nodes_besides: 120_000,
    left_nodes: [3.4e9, 1.2e11, 4.4e12],
    set_aside: [JOB],
    barred: [{ worker: 'attic-9c1', reason: 'a proof says that the other player wins' }],
  },
  heard_seconds: 1.2,
  workers: [
    worker('cellar-4711', { job: `${JOB} 12`, jobs: 20_345, since_seconds: 3700, nodes_per_second: 27_123 }),
    worker('kitchen-1', { job: '2b1b1/b4b/6/6/w4w/1w1w2 w 1', jobs: 87, since_seconds: 66 }),
    worker('study-22', { job: `${JOB} 3`, jobs: 1208, heard_seconds: 12, nodes_per_second: 31_000 }),
    worker('x', { jobs: 1, nodes_per_second: 0 }),
  ],
});

const over = {
  campaign: '5x5-00c0ffee',
  position: '1b1b1/b3b/5/w3w/1w1w1 w',
  winner: 'w',
  queued: 0,
  running: 0,
  results: 0,
  state: {
    jobs: 61, nodes: 34_567, positions: 810, settled: 300, under_way: 0, seconds: 12, jobs_per_second: 5, nodes_per_second: 2880, nodes_besides: 0,
    left_nodes: null, set_aside: [], barred: [],
  },
  heard_seconds: 500,
  workers: [],
};

/** A coordinator that died before it had learned anything. */
const silent = { ...large(0), state: { ...large(0).state, left_nodes: null, set_aside: [], barred: [] }, heard_seconds: 200, workers: [] };

const answer = (campaigns, more) => ({ server: 'nats://10.0.0.1:4222', age_seconds: 0.2, error: null, campaigns, ...more });

export const ANSWERS = {
  'all that can happen': (second) => answer([large(second), over]),
  'a server that has gone': () => answer([large(0), over], { age_seconds: 47, error: 'nats://10.0.0.1:4222: the connection is lost' }),
  'a coordinator that is silent': () => answer([silent]),
  'no campaign': () => answer([]),
  'a server that never was there': () => answer([], { age_seconds: null, error: 'nats://10.0.0.1:4222: IO error: Connection refused (os error 111)' }),
};

/** Lets a page be answered like this; the function that is returned has it answered otherwise. */
export async function answered(page, name) {
  let [give, began] = [ANSWERS[name], Date.now()];
  await page.route('**/api/cluster', (route) => route.fulfill({ json: give(Math.round((Date.now() - began) / 1000)) }));
  return (other) => ([give, began] = [ANSWERS[other], Date.now()]);
}
