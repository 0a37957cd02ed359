// The real program: `otrera serve` on a free port, and single commands whose answers are what the page must show.

import { execFileSync, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
export const PROGRAM = path.resolve(ROOT, process.env.OTRERA ?? 'target/debug/otrera');

/** What a command prints; it runs in the root of the repository. */
export function otrera(...args) {
  return execFileSync(PROGRAM, args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** A position, board name or file as `otrera show` sees it. `board` is what the page must show: nobody is to move when the game is over. */
export function shown(...args) {
  const answer = JSON.parse(otrera('show', '--json', ...args));
  const board = plain(answer.position);
  return { ...answer, board: answer.over ? board.slice(0, -2) : board };
}

/** A position with each empty square as a point. */
const plain = (position) => position.replace(/\d+/g, (count) => '.'.repeat(count));

/** Starts the server; `address` is what it prints, `stop` ends it. */
export async function serve(...args) {
  const server = spawn(PROGRAM, ['serve', '--port', '0', ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  // A script that fails must not leave a server behind.
  const kill = () => server.kill();
  process.once('exit', kill);
  let errors = '';
  server.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
  const ended = new Promise((resolve) => server.once('close', resolve));
  const failed = new Promise((_, reject) => {
    server.once('error', (error) => reject(new Error(`${PROGRAM} does not start: ${error.message}; build it, or name it in OTRERA`)));
    ended.then((code) => reject(new Error(`otrera serve ended with ${code}: ${errors}`)));
  });
  failed.catch(() => {});
  const lines = createInterface({ input: server.stdout });
  const printed = new Promise((resolve) => lines.once('line', resolve));
  const line = await Promise.race([printed, failed]);
  const address = /http:\/\/\S+/.exec(line)?.[0];
  if (!address) throw new Error(`otrera serve prints no address: ${line}`);
  const stop = async () => {
    process.removeListener('exit', kill);
    server.kill('SIGINT');
    await ended;
  };
  return { address, stop, pid: server.pid };
}
