import { deepEqual } from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** A tab whose stream is refused, as that of a ninth tab is. It reports each change of `liveness`. */
const tab = (hasLocks: boolean) => `
const { parentPort } = require('node:worker_threads');
const locks = { request: (name, lead) => lead() };
Object.defineProperty(globalThis, 'navigator', { value: ${hasLocks} ? { locks } : {} });
globalThis.document = { hidden: false, addEventListener() {}, cookie: '' };
globalThis.fetch = async () => new Response('{}', { status: 429 });
import(${JSON.stringify(join(import.meta.dirname, 'live.ts'))}).then(({ followChanges, liveness }) => {
  liveness.subscribe((value) => value === 'beginning' || parentPort.postMessage(value));
  followChanges();
});
`;

describe('changes of others, in a tab whose stream is refused', () => {
  /** What the tab sends to the others until it knows that its stream is away. */
  async function sentBy(hasLocks: boolean): Promise<unknown[]> {
    const others = new BroadcastChannel('signalbox-changes');
    const sent: unknown[] = [];
    const { promise: hasArrived, resolve } = Promise.withResolvers<void>();
    others.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data === 'the end') resolve();
      else sent.push(data);
    });
    const worker = new Worker(tab(hasLocks), { eval: true });
    try {
      deepEqual(await once(worker, 'message'), ['away']);
      // Messages of one channel arrive in their order: what was sent before this one has arrived with it.
      const asked = new BroadcastChannel('signalbox-changes');
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
      asked.postMessage('the end');
      await hasArrived;
      asked.close();
      return sent;
    } finally {
      await worker.terminate();
      others.close();
    }
  }

  it('are known to be away in the other tabs as well, where one tab leads them', async () => {
    deepEqual(await sentBy(true), [{ kind: 'question' }, { kind: 'liveness', is: 'away' }]);
  });

  it('say nothing to the other tabs where browsers elect no leader, because each has a stream of its own', async () => {
    deepEqual(await sentBy(false), [{ kind: 'question' }]);
  });
});
