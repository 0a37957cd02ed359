// A cluster of its own: a NATS server, a coordinator and a worker, all on this computer and as long as a test needs them.

import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PROGRAM } from './program.mjs';

const freePort = () =>
  new Promise((resolve) => {
    const taken = createServer().listen(0, '127.0.0.1', () => {
      const { port } = taken.address();
      taken.close(() => resolve(port));
    });
  });

export class Cluster {
  static async prepare() {
    const cluster = new Cluster();
    cluster.port = await freePort();
    cluster.url = `nats://127.0.0.1:${cluster.port}`;
    cluster.folder = mkdtempSync(path.join(os.tmpdir(), 'otrera-cluster-'));
    cluster.running = [];
    process.once('exit', () => cluster.running.forEach((child) => child.kill('SIGKILL')));
    return cluster;
  }

  start(...args) {
    const child = spawn(PROGRAM, args, { cwd: this.folder, stdio: ['ignore', 'pipe', 'ignore'] });
    child.ended = new Promise((resolve) => child.once('close', resolve));
    this.running.push(child);
    return child;
  }

  /** Starts the NATS server, and waits until it listens. */
  async up() {
    const server = this.start('cluster', 'up', '--store', 'nats', '--port', String(this.port));
    await Promise.race([
      new Promise((resolve) => server.stdout.once('data', resolve)),
      server.ended.then((code) => Promise.reject(new Error(`otrera cluster up ended with ${code}: is nats-server installed?`))),
    ]);
  }

  /** Kills the NATS server itself. */
  async kill() {
    const [server] = this.running;
    process.kill(Number(readFileSync(path.join(this.folder, 'nats/nats-server.pid'), 'utf8')), 'SIGKILL');
    await server.ended;
    this.running.shift();
  }

  /** Begins a campaign whose jobs have so many nodes at first, with a coordinator and workers of these names. */
  async campaign(board, nodes, ...names) {
    await this.start('campaign', 'new', board, board, '--first-budget', String(nodes), '--expand-after', String(4 * nodes)).ended;
    this.running.pop();
    this.start('campaign', 'run', board, '--cluster', this.url, '--no-tables');
    for (const name of names) this.start('cluster', 'worker', '--nats', this.url, '--name', name, '--threads', '1', '--memory', '32M', '--no-tables');
  }

  /** Ends whatever runs, the server last. */
  async stop() {
    for (const child of this.running.splice(0).reverse()) {
      child.kill('SIGINT');
      await child.ended;
    }
    rmSync(this.folder, { recursive: true });
  }
}
