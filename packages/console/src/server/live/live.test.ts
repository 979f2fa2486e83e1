import { deepEqual } from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Script for a tab whose stream is rejected, like that of a ninth tab. It reports each change of `liveness`. */
const tab = (hasLocks: boolean) => `
const { parentPort } = require('node:worker_threads');
const locks = { request: (name, lead) => lead() };
Object.defineProperty(globalThis, 'navigator', { value: ${hasLocks} ? { locks } : {} });
globalThis.addEventListener = () => {};
globalThis.document = { hidden: false, addEventListener() {}, cookie: '' };
globalThis.fetch = async () => new Response('{}', { status: 429 });
import(${JSON.stringify(join(import.meta.dirname, 'live.ts'))}).then(({ followChanges, liveness }) => {
  liveness.subscribe((value) => value === 'beginning' || parentPort.postMessage(value));

  followChanges();
});
`;

describe('live changes, in a tab whose stream is rejected', () => {
  /** The messages that the tab sends to others until it knows that its stream is unavailable. */
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
      deepEqual(await once(worker, 'message'), ['disconnected']);
      // Messages of a channel arrive in order, so everything sent before this one has arrived as well.
      const channel = new BroadcastChannel('signalbox-changes');
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
      channel.postMessage('the end');
      await hasArrived;
      channel.close();
      return sent;
    } finally {
      await worker.terminate();
      others.close();
    }
  }

  it('are reported as unavailable in the other tabs too, if one tab leads them', async () => {
    deepEqual(await sentBy(true), [{ kind: 'question' }, { kind: 'liveness', is: 'disconnected' }]);
  });

  it('are not reported to other tabs without leader election, because each tab has its own stream', async () => {
    deepEqual(await sentBy(false), [{ kind: 'question' }]);
  });
});
