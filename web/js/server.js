// Talking to the server: questions that are answered at once, and jobs that report as they go.

export class ServerError extends Error {
  constructor(message, { status = 0, line = null, column = null } = {}) {
    super(message);
    this.status = status;
    this.line = line;
    this.column = column;
  }
}

export const pause = (seconds, signal) =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException('Cancelled', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
  });

export const wasCancelled = (error) => error?.name === 'AbortError';

async function failure(response) {
  try {
    const { error, line, column } = await response.json();
    return new ServerError(error, { status: response.status, line, column });
  } catch {
    return new ServerError(`The server answered with status ${response.status}.`, { status: response.status });
  }
}

/** Sends a request; while the queue is full it waits, says so through `onWait`, and tries again. */
async function send(path, options, onWait) {
  for (;;) {
    let response;
    try {
      response = await fetch(path, options);
    } catch (error) {
      if (wasCancelled(error)) throw error;
      throw new ServerError('The server does not answer. Is “otrera serve” still running?');
    }
    if (response.ok) return response;
    if (response.status !== 429) throw await failure(response);
    await response.body?.cancel();
    const seconds = Math.min(Math.max(Number(response.headers.get('Retry-After')) || 1, 0.5), 10);
    onWait?.(`The server is busy; trying again in ${seconds} s…`);
    await pause(seconds, options.signal);
  }
}

const asJson = (body, signal) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
  signal,
});

export async function ask(path, body, { signal, onWait } = {}) {
  const response = await send(path, body === undefined ? { signal } : asJson(body, signal), onWait);
  return response.json();
}

export async function sendProof(bytes, { signal } = {}) {
  const headers = { 'Content-Type': 'application/octet-stream' };
  return (await send('/api/proofs', { method: 'POST', headers, body: bytes, signal })).json();
}

/**
 * Runs a job. `on` has a function for each kind of event; the promise is kept with the data of `done`.
 * Aborting the signal closes the connection, which cancels the job.
 */
export async function job(path, body, { signal, onWait, on = {} } = {}) {
  const response = await send(path, asJson(body, signal), onWait);
  for await (const { event, data } of events(response.body)) {
    if (event === 'done') return data;
    if (event === 'failed') throw new ServerError(data.error, data);
    if (event === 'queued') onWait?.(data.ahead === 1 ? 'Waiting for one other job…' : `Waiting for ${data.ahead} other jobs…`);
    on[event]?.(data);
  }
  throw new ServerError('The server closed the connection before it had an answer.');
}

/** The server-sent events of a stream, as objects with `event` and parsed `data`. */
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value.replaceAll('\r\n', '\n');
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const parsed = readEvent(text.slice(0, end));
      text = text.slice(end + 2);
      if (parsed) yield parsed;
    }
  }
}

function readEvent(block) {
  let event = 'message';
  const data = [];
  for (const line of block.split('\n')) {
    const [, field, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
  }
  return data.length ? { event, data: JSON.parse(data.join('\n')) } : null;
}
