import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type ChainedEvent, type EventContent, firstPreviousHash, hashEvent, verifyChain } from './chain.ts';

const length = 40;

const contentOf = (id: number): EventContent => ({
  id,
  createdAt: 1_772_353_800_000 + id,
  type: 'feature-created',
  createdBy: 'editor',
  createdByUserId: id % 3 === 0 ? null : id,
  project: 'default',
  environment: null,
  featureName: `feature-${id}`,
  data: `{"name":"feature-${id}"}`,
  preData: null,
  tags: '[]',
  shown: true,
  source: '/signalbox/toggles',
  sequence: id,
  messageId: `00000000-0000-7000-8000-${String(id).padStart(12, '0')}`,
  correlationId: null,
  raw: null,
});

/** Ties events to each other in the order given. */
function chain(contents: readonly EventContent[]): ChainedEvent[] {
  let previousHash = firstPreviousHash;
  return contents.map((content) => {
    const event = { ...content, previousHash, hash: hashEvent(previousHash, content) };
    previousHash = event.hash;
    return event;
  });
}

const log = chain(Array.from({ length }, (_, index) => contentOf(index + 1)));
const end = log.at(-1) as ChainedEvent;
const everyId = log.map(({ id }) => id);

async function* read(events: readonly ChainedEvent[]) {
  yield* events;
}

/** What is found first when each event in turn is tampered with. */
const found = (ids: readonly number[], tamper: (events: ChainedEvent[], index: number) => ChainedEvent[]) =>
  Promise.all(ids.map((id) => verifyChain(read(tamper([...log], id - 1)), end)));

const replaced = (events: ChainedEvent[], index: number, change: (event: ChainedEvent) => ChainedEvent) =>
  events.map((event, at) => (at === index ? change(event) : event));

describe('chain', () => {
  it('finds nothing wrong with a log as it was written, or with one that is empty', async () => {
    equal(await verifyChain(read(log), end), null);
    equal(await verifyChain(read([]), { id: 0, hash: firstPreviousHash }), null);
  });

  it('hashes the bytes that its description names', () => {
    const bytes =
      `["${'0'.repeat(64)}",1,1772353800001,"feature-created","editor",1,"default",null,"feature-1",` +
      `"{\\"name\\":\\"feature-1\\"}",null,"[]",true,"/signalbox/toggles",1,"00000000-0000-7000-8000-000000000001",null,null]`;
    equal(log[0]?.hash, createHash('sha256').update(bytes, 'utf8').digest('hex'));
  });

  for (const key of Object.keys(contentOf(1)) as (keyof EventContent)[]) {
    it(`the hash covers ${key}`, () => {
      const content = contentOf(1);
      const other = { ...content, [key]: typeof content[key] === 'number' ? 99 : typeof content[key] === 'boolean' ? false : 'other' };
      notEqual(hashEvent(firstPreviousHash, other), hashEvent(firstPreviousHash, content));
    });
  }

  it('the hash covers the hash of the predecessor', () => {
    notEqual(hashEvent('1'.repeat(64), contentOf(1)), hashEvent(firstPreviousHash, contentOf(1)));
  });

  it('locates a changed event anywhere', async () => {
    const breaks = await found(everyId, (events, index) => replaced(events, index, (event) => ({ ...event, createdBy: 'another' })));
    deepEqual(
      breaks,
      everyId.map((id) => ({ id, reason: 'changed' })),
    );
  });

  it('locates a changed event whose own hash was computed anew', async () => {
    const breaks = await found(everyId, (events, index) =>
      replaced(events, index, (event) => {
        const changed = { ...event, createdBy: 'another' };
        return { ...changed, hash: hashEvent(changed.previousHash, changed) };
      }),
    );
    deepEqual(
      breaks,
      everyId.map((id) => ({ id, reason: 'changed' })),
    );
  });

  it('locates a deleted event anywhere', async () => {
    const breaks = await found(everyId, (events, index) => events.toSpliced(index, 1));
    deepEqual(
      breaks,
      everyId.map((id) => ({ id, reason: 'missing' })),
    );
  });

  it('locates a deleted event even when those behind it moved up', async () => {
    const breaks = await found(everyId.slice(0, -1), (events, index) =>
      events.toSpliced(index, 1).map((event, at) => ({ ...event, id: at + 1 })),
    );
    deepEqual(
      breaks,
      everyId.slice(0, -1).map((id) => ({ id, reason: 'changed' })),
    );
  });

  it('locates two events that changed places', async () => {
    const swap = (events: ChainedEvent[], index: number) => {
      const [first, second] = [events[index], events[index + 1]] as [ChainedEvent, ChainedEvent];
      return events.toSpliced(index, 2, { ...second, id: first.id }, { ...first, id: second.id });
    };
    const ids = everyId.slice(0, -1);
    deepEqual(
      await found(ids, swap),
      ids.map((id) => ({ id, reason: 'changed' })),
    );
  });

  it('locates the place where a log was cut off', async () => {
    const breaks = await found(everyId, (events, index) => events.slice(0, index));
    deepEqual(
      breaks,
      everyId.map((id) => ({ id, reason: 'missing' })),
    );
  });

  it('locates what was added behind the end', async () => {
    const more = chain([...log, contentOf(length + 1)]);
    deepEqual(await verifyChain(read(more), end), { id: length + 1, reason: 'added' });
  });

  it('reads no further than the first bad event', async () => {
    let reads = 0;
    async function* counted() {
      for (const event of replaced([...log], 4, (other) => ({ ...other, project: 'other' }))) {
        reads += 1;
        yield event;
      }
    }
    deepEqual(await verifyChain(counted(), end), { id: 5, reason: 'changed' });
    equal(reads, 5);
  });
});
