import { equal } from 'node:assert/strict';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { CallerStreams } from './caller-streams.ts';
import type { Caller } from './credentials.ts';

const signed = (principal: object, at = 0): Caller => ({
  principal: `header.${Buffer.from(JSON.stringify({ principal, exp: at })).toString('base64url')}.signature`,
  holder: 'user 7',
  version: 0,
});

/** A response stub that counts calls of `end`. */
function answer() {
  const ended = { count: 0 };
  const response = { headersSent: true, once: () => undefined, end: () => void (ended.count += 1) };
  return { ended, response: response as unknown as ServerResponse };
}

describe('caller streams', () => {
  const headers: IncomingHttpHeaders = { cookie: 'unleash-session=a', accept: 'text/event-stream' };
  let current: Caller | null | Error;
  let streams: CallerStreams;
  beforeEach(() => {
    current = signed({ id: 7, rootRole: 1 });
    streams = new CallerStreams(async () => {
      if (current instanceof Error) throw current;
      return current;
    });
  });

  async function opened() {
    const { ended, response } = answer();
    streams.watch(headers, response)(current as Caller);
    await streams.checkAll();
    equal(ended.count, 0);
    return ended;
  }

  it('stay open while the credential belongs to the same caller, even under a new signature', async () => {
    const ended = await opened();
    current = signed({ id: 7, rootRole: 1 }, 60);
    await streams.checkAll();
    equal(ended.count, 0);
  });

  it('end when the credential becomes invalid or its owner gets another role', async () => {
    const ended = await opened();
    current = signed({ id: 7, rootRole: 2 });
    await streams.checkAll();
    equal(ended.count, 1);
    current = null;
    await streams.checkAll();
    equal(ended.count, 2);
  });

  it('stay open while identity is unavailable', async () => {
    const ended = await opened();
    current = new Error('away');
    await streams.checkAll();
    equal(ended.count, 0);
  });

  it('end when they were admitted by a response from before a change', async () => {
    const { ended, response } = answer();
    const before = current as Caller;
    const note = streams.watch(headers, response);
    current = null;
    await streams.checkAll();
    equal(ended.count, 0);
    note(before);
    await new Promise(setImmediate);
    equal(ended.count, 1);
  });
});
