// Waiting for conditions instead of for time to pass.

const STEP = 25;
const PATIENCE = 10_000;

/** Looks again and again until `test` likes what it sees; otherwise tells what was seen last. */
export async function expectWithin(look, test, what, patience = PATIENCE) {
  const end = Date.now() + patience;
  for (;;) {
    const seen = await look();
    if (test(seen)) return seen;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}; last seen: ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, STEP));
  }
}
