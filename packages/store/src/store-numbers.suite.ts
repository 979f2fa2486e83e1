import { deepEqual, equal } from 'node:assert/strict';
import { releaseLease, takeLease } from './lease/lease.ts';
import { baseTables } from './base-tables.ts';
import { moveCheckpoint, readCounter } from './lease/counter.ts';
import { openOutbox, pruneOutbox, readOutbox } from './outbox/outbox.ts';
import { Item, item, message, rerun, type Setup, writeItem, writeMessages } from './store.fixture.ts';
import type { Store } from './store.ts';

/** As many as a store has connections: on a slow machine, others could wait for one longer than permitted. */
const writers = 10;

export function describeNumbers(setup: Setup): void {
  describe('numbers and outbox', () => {
    it('give every committed unit of work the next positions, in commit order, despite rollbacks', async () => {
      const { store, database } = setup();
      // A separate store, because the writers use all connections of the first.
      const watcher = await database.open();
      const before = await readCounter(store.reader());
      await Promise.all(Array.from({ length: writers }, (_, n) => writeOrRollBack(store, watcher, n)));
      const after = await readCounter(store.reader());
      const written = await readOutbox(store.reader(), before.message, 1000);
      const committed = Array.from({ length: writers }, (_, n) => n).filter((n) => !rollsBack(n));
      const sizes = committed.reduce((sum, n) => sum + sizeOf(n), 0);
      deepEqual(
        written.map(({ number }) => number),
        Array.from({ length: sizes }, (_, n) => before.message + 1 + n),
      );
      equal(after.message, before.message + sizes);
      equal(after.position, before.position + committed.length);
      equal(after.revision, before.revision + committed.filter((n) => n % 2 === 0).length);
      deepEqual(
        written.flatMap(({ body }) => (JSON.parse(body) as { sequence?: number }).sequence ?? []),
        contiguous(before.position, committed.length),
      );
    });

    it('preserve the order of the messages of one unit of work, beyond one insert statement', async () => {
      const { store } = setup();
      const { message: last } = await readCounter(store.reader());
      const messages = Array.from({ length: 1234 }, (_, n) => message(String(n)));
      await store.transaction((em) => writeMessages(em, messages));
      const read = await readOutbox(store.reader(), last, 5000);
      deepEqual(
        read.map(({ unit: _unit, ...rest }) => rest),
        messages.map((each, index) => ({ number: last + 1 + index, ...each })),
      );
      equal((await readOutbox(store.reader(), last, 7)).length, 7);
    });

    it('read fewer messages at once if they are large', async () => {
      const { store } = setup();
      const { message: last } = await readCounter(store.reader());
      for (let unit = 0; unit < 450; unit += 1) await store.transaction((em) => writeMessages(em, [message('x'.repeat(100))]));
      const count = async (maxCharacters: number) => (await readOutbox(store.reader(), last, 1000, maxCharacters)).length;
      deepEqual([await count(1), await count(20_001), await count(40_001)], [200, 400, 450]);
    });

    it('complete the state message with its revision, which is known after the commit', async () => {
      const { store } = setup();
      const before = await readCounter(store.reader());
      const state = { ...message(String.raw`{"names":["it's","a\\\\b","é ? ;"]}`), numberedAs: 'version' };
      const { revision } = await store.transaction(async (em) => {
        const outbox = openOutbox(em, 'unit of state', new Date(0));
        await outbox.write([{ ...message('{"a":1}'), event: 0 }], 1);
        return outbox.number({ messages: 2, events: 1, revisions: 1 }, state);
      });
      equal(await revision, before.revision + 1);
      const [first, second] = await readOutbox(store.reader(), before.message, 2);
      deepEqual(JSON.parse(first?.body ?? ''), {
        ...(JSON.parse(state.body) as object),
        version: before.revision + 1,
        previous: before.revision,
      });
      deepEqual(
        [first?.id, first?.exchange, first?.key, first?.number, second?.number],
        [state.id, state.exchange, state.key, before.message + 1, before.message + 2],
      );
      deepEqual(JSON.parse(second?.body ?? ''), { a: 1, sequence: before.position + 1, revision: before.revision + 1 });
    });

    it('add the numbers of the unit of work to an event when it is read, from any starting point', async () => {
      const { store } = setup();
      const before = await readCounter(store.reader());
      const events = (size: number) => Array.from({ length: size }, (_, event) => ({ ...message('{"a":1}'), event }));
      await store.transaction((em) => writeMessages(em, [message('{"of":"state"}'), ...events(3)], { events: 3, revisions: 1 }));
      await store.transaction((em) => writeMessages(em, events(500), { events: 500 }));
      await store.transaction((em) => writeMessages(em, events(2), { events: 2 }));
      const read: { number: number; body: string }[] = [];
      for (let last = before.message; ; last = read.at(-1)?.number ?? last) {
        const some = await readOutbox(store.reader(), last, 3);
        read.push(...some.map(({ number, body }) => ({ number, body })));
        if (some.length === 0) break;
      }
      const sequence = (index: number) => before.position + 1 + index;
      const revision = before.revision + 1;
      const expected = Array.from({ length: 505 }, (_, index) => ({ a: 1, sequence: sequence(index), ...(index < 3 && { revision }) }));
      deepEqual(
        read.map(({ body }) => JSON.parse(body) as object),
        [{ of: 'state' }, ...expected],
      );
      deepEqual(
        read.map(({ number }) => number),
        contiguous(before.message, 506),
      );
    });

    it('accept large messages of one unit of work, more than one statement can hold', async () => {
      const { store } = setup();
      const { message: last } = await readCounter(store.reader());
      const messages = Array.from({ length: 40 }, (_, n) => message(String(n).repeat(250_000)));
      await store.transaction((em) => writeMessages(em, messages));
      for (const [n, { body }] of messages.entries()) {
        const [read] = await readOutbox(store.reader(), last + n, 1);
        equal(read?.body === body, true);
      }
    });

    it('move the checkpoint from its current value, and only for the lease holder', async () => {
      const { store } = setup();
      const lease = await takeLease(store, 'relay', 'one', 600_000);
      if (!lease) throw new Error('nobody else holds it');
      await store.transaction((em) => writeItem(em, 'marked'));
      const { message: last } = await readCounter(store.reader());
      const move = (from: number, to: number, fence = lease.fence) =>
        store.transaction((em) => moveCheckpoint(em, { from, to }, { name: 'relay', fence }));
      const published = async () => (await readCounter(store.reader())).published;
      const first = await published();
      equal(await move(first, last), true);
      equal(await published(), last);
      equal(await move(first, last), false);
      equal(await move(last - 1, last + 1), false);
      equal(await published(), last);

      await store.transaction((em) => writeItem(em, 'unmarked'));
      await releaseLease(store, lease);
      const next = await takeLease(store, 'relay', 'two', 600_000);
      equal(await move(last, last + 1), false);
      equal(await published(), last);
      equal(await move(last, last + 1, next?.fence), true);
    });

    it('delete published messages that are old enough, and no others', async () => {
      const { store } = setup();
      for (const table of ['outbox', 'outbox_unit'] as const) await baseTables(store.reader()).deleteFrom(table).execute();
      const { message: last } = await readCounter(store.reader());
      await store.transaction(async (em) => {
        for (const at of [10, 20, 30, 5]) {
          await writeMessages(em, [message()], { now: new Date(at) });
        }
      });
      const lease = await takeLease(store, 'pruning', 'one', 600_000);
      const { published: from } = await readCounter(store.reader());
      await store.transaction((em) => moveCheckpoint(em, { from, to: last + 3 }, { name: 'pruning', fence: lease?.fence ?? 0 }));
      await pruneOutbox(store, new Date(30));
      deepEqual(
        (await readOutbox(store.reader(), 0, 10)).map(({ number }) => number),
        [last + 3, last + 4],
      );
    });

    it('delete a unit of work with more messages than one statement deletes, and later ones', async () => {
      const { store } = setup();
      for (const table of ['outbox', 'outbox_unit'] as const) await baseTables(store.reader()).deleteFrom(table).execute();
      for (const size of [2500, 3, 1200, 1])
        await store.transaction((em) =>
          writeMessages(
            em,
            Array.from({ length: size }, () => message()),
            { now: new Date(10) },
          ),
        );
      const { message: last } = await readCounter(store.reader());
      const lease = await takeLease(store, 'pruning all', 'one', 600_000);
      const { published: from } = await readCounter(store.reader());
      await store.transaction((em) => moveCheckpoint(em, { from, to: last - 1 }, { name: 'pruning all', fence: lease?.fence ?? 0 }));
      await pruneOutbox(store, new Date(30));
      const left = await baseTables(store.reader()).selectFrom('outbox').select('unit').execute();
      deepEqual([left.length, (await readOutbox(store.reader(), 0, 10)).map(({ number }) => number)], [1, [last]]);
    });
  });
}

const rollsBack = (n: number) => n % 3 === 1;
const sizeOf = (n: number) => 1 + (n % 4);
const contiguous = (after: number, count: number) => Array.from({ length: count }, (_, n) => after + 1 + n);

/** Checks, once it has its numbers, that everything before them is committed and nothing after them. The first message is an event. */
async function writeOrRollBack(store: Store, watcher: Store, n: number): Promise<void> {
  const rollback = new Error('rolled back');
  const work = rerun(store, async (em) => {
    em.create(Item, item(`writer-${n}`));
    await em.flush();
    const event = { ...message(`{"n":${n}}`), event: 0 };
    const others = Array.from({ length: sizeOf(n) - 1 }, () => message());
    const raised = n % 2 === 0 ? 1 : 0;
    const numbered = await writeMessages(em, [event, ...others], { events: 1, revisions: raised });
    const revision = await numbered.revision;
    const own = await readCounter(em);
    const committed = await readCounter(watcher.reader());
    deepEqual([own.message, own.revision], [committed.message + sizeOf(n), revision]);
    equal(committed.revision, revision - raised);
    if (rollsBack(n)) throw rollback;
  });
  await work.catch((error: unknown) => {
    if (error !== rollback) throw error;
  });
}
