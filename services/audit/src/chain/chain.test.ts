import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chain, contentOf, tied } from './chain.fixture.ts';
import {
  type ChainBreak,
  type ChainEnd,
  chainStart,
  ChainVerifier,
  type EventContent,
  firstPreviousHash,
  hashEvent,
  hashPayload,
} from './chain.ts';
import { verifyChain } from '../log/verify-chain.fixture.ts';
import type { ChainedEvent } from '../tables/event.ts';

const length = 1000;
const eventsPerCheckpoint = 100;

const log = chain(Array.from({ length }, (_, index) => contentOf(index + 1)));
const eventAt = (id: number): ChainedEvent => log[id - 1] as ChainedEvent;
const end = eventAt(length);
const everyId = log.map(({ id }) => id);
const checkpoints = log.filter(({ id }) => id % eventsPerCheckpoint === 0);
const untampered = { checkpoints, droppedTo: 0 };

async function* read(events: readonly ChainedEvent[]) {
  yield* events;
}

/**
 * First break found when the event of each id in turn is tampered with. Verification starts just before that event, so a
 * thousand logs of a thousand events take about as long as a few.
 */
function found(tamper: (rest: ChainedEvent[], id: number) => ChainedEvent[], ids = everyId, signed: readonly ChainEnd[] = checkpoints) {
  return ids.map((id): ChainBreak | null => {
    const from = Math.max(1, id - 1);
    const start = from === 1 ? chainStart : eventAt(from - 1);
    const verifier = new ChainVerifier({ start, checkpoints: signed.filter((checkpoint) => checkpoint.id >= from) });
    const [before, rest] = [log.slice(from - 1, id - 1), log.slice(id - 1)];
    for (const event of [...before, ...tamper(rest, id)]) {
      const broken = verifier.take(event);
      if (broken) return broken;
    }
    return verifier.finish(end);
  });
}

const eachIs = (reason: ChainBreak['reason'], ids = everyId) => ids.map((id) => ({ id, reason }));
const replaced = (rest: ChainedEvent[], change: (event: ChainedEvent) => ChainedEvent) =>
  rest.map((event, at) => (at === 0 ? change(event) : event));
const another = (event: ChainedEvent): ChainedEvent => ({ ...event, createdBy: 'another' });

describe('chain', () => {
  it('accepts an unchanged log and an empty one', async () => {
    equal(await verifyChain(read(log), end, untampered), null);
    equal(await verifyChain(read([]), chainStart), null);
  });

  it('hashes the documented bytes', () => {
    const payload = createHash('sha256').update('["{\\"name\\":\\"feature-1\\"}",null,null]', 'utf8').digest('hex');
    const bytes =
      `["${'0'.repeat(64)}",1,1772353800001,"feature-created","editor",1,"default",null,"feature-1",` +
      `"[]",true,"/signalbox/toggles",1,1,"00000000-0000-7000-8000-000000000001",null,"${payload}"]`;
    equal(log[0]?.hash, createHash('sha256').update(bytes, 'utf8').digest('hex'));
  });

  const hashOf = (content: EventContent, previousHash = firstPreviousHash) => hashEvent(previousHash, content, hashPayload(content));
  for (const key of Object.keys(contentOf(1)) as (keyof EventContent)[]) {
    it(`the hash covers ${key}`, () => {
      const content = contentOf(1);
      const other = { ...content, [key]: typeof content[key] === 'number' ? 99 : typeof content[key] === 'boolean' ? false : 'other' };
      notEqual(hashOf(other), hashOf(content));
    });
  }

  it('the hash covers the previous hash', () => notEqual(hashOf(contentOf(1), '1'.repeat(64)), hashOf(contentOf(1))));

  it('stops reading at the first bad event', async () => {
    let reads = 0;
    async function* counted() {
      for (const event of log) {
        reads += 1;
        yield event.id === 5 ? another(event) : event;
      }
    }
    deepEqual(await verifyChain(counted(), end), { id: 5, reason: 'changed' });
    equal(reads, 5);
  });
});

describe(`chain, at each of ${length} positions`, () => {
  it('locates a changed event', () =>
    deepEqual(
      found((rest) => replaced(rest, another)),
      eachIs('changed'),
    ));

  it('locates a changed event with a recomputed hash', () => {
    const rehashed = found((rest) => replaced(rest, (event) => tied(another(event), event.previousHash)), everyId, []);
    deepEqual(rehashed, eachIs('changed'));
  });

  it('locates a deleted event', () =>
    deepEqual(
      found((rest) => rest.slice(1)),
      eachIs('missing'),
    ));

  it('locates a deleted event even when later events were renumbered', () => {
    const ids = everyId.slice(0, -1);
    const moved = found((rest) => rest.slice(1).map((event) => ({ ...event, id: event.id - 1 })), ids);
    deepEqual(moved, eachIs('changed', ids));
  });

  it('locates two swapped events', () => {
    const ids = everyId.slice(0, -1);
    const swapped = found(([first, second, ...rest]) => {
      if (!first || !second) return [];
      return [{ ...second, id: first.id }, { ...first, id: second.id }, ...rest];
    }, ids);
    deepEqual(swapped, eachIs('changed', ids));
  });

  it('locates an inserted event, whether later events were renumbered or not', () => {
    const copied = (rest: ChainedEvent[]) => (rest[0] ? [rest[0], ...rest] : []);
    deepEqual(found(copied), eachIs('added'));
    const moved = found(([first, ...rest]) => {
      if (!first) return [];
      const inserted = tied(another(first), first.previousHash);
      return [inserted, ...[first, ...rest].map((event) => ({ ...event, id: event.id + 1 }))];
    });
    // If a checkpoint covers the id of the inserted event, the checkpoint differs. Otherwise its successor does not fit.
    deepEqual(
      moved.map((broken, index) => broken !== null && Math.abs(broken.id - (index + 1)) <= eventsPerCheckpoint),
      everyId.map(() => true),
    );
    const unsigned = everyId.filter((id) => id % eventsPerCheckpoint !== 0);
    deepEqual(
      unsigned.map((id) => moved[id - 1]?.id),
      unsigned.map((id) => id + 1),
    );
  });

  it('locates a truncation by the next checkpoint, even when the head was moved back', () => {
    const cut = everyId.map((id) => {
      const verifier = new ChainVerifier({
        start: id === 1 ? chainStart : eventAt(id - 1),
        checkpoints: checkpoints.filter((each) => each.id >= id),
      });
      return verifier.finish(verifier.last);
    });
    deepEqual(cut, eachIs('missing'));
    equal(new ChainVerifier({ start: eventAt(length - 1) }).finish(eventAt(length - 1)), null);
  });

  it('locates a missing payload, unless a checkpoint allows dropping it', () => {
    const without = (event: ChainedEvent): ChainedEvent => ({ ...event, data: null, payloadHash: hashPayload(event) });
    deepEqual(
      found((rest) => replaced(rest, without)),
      eachIs('changed'),
    );
    const dropped = log.map((event) => (event.id <= 700 ? without(event) : event));
    const verifier = new ChainVerifier({ checkpoints, droppedTo: 700 });
    for (const event of dropped) equal(verifier.take(event), null);
    const early = new ChainVerifier({ checkpoints, droppedTo: 699 });
    deepEqual(
      dropped.map((event) => early.take(event)).find((broken) => broken !== null),
      { id: 700, reason: 'changed' },
    );
    const stillThere = new ChainVerifier({ checkpoints, droppedTo: 700 });
    deepEqual(stillThere.take({ ...eventAt(1), payloadHash: hashPayload(eventAt(1)) }), { id: 1, reason: 'changed' });
  });

  it('locates a rewritten event and chain between two checkpoints', () => {
    const rewritten = found((rest, id) => {
      const upTo = Math.ceil(id / eventsPerCheckpoint) * eventsPerCheckpoint;
      const [first, ...others] = rest.slice(0, upTo - id + 1);
      return first ? chain([another(first), ...others], first.previousHash) : [];
    });
    const lastSigned = (id: number) => Math.floor((id - 1) / eventsPerCheckpoint) * eventsPerCheckpoint;
    deepEqual(
      rewritten,
      everyId.map((id) => ({ id: Math.max(lastSigned(id), Math.max(1, id - 1) - 1) + 1, reason: 'rewritten' })),
    );
  });
});
