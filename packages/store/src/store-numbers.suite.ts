import { deepEqual, equal } from 'node:assert/strict';
import { releaseLease, takeLease } from './lease.ts';
import { baseTables } from './base-tables.ts';
import { moveCheckpoint, readCounter, takeNumbers } from './counter.ts';
import { pruneOutbox, readOutbox, writeOutbox } from './outbox.ts';
import { Item, item, message, rerun, type Setup, writeItem } from './store.fixture.ts';
import type { Store } from './store.ts';

const writers = 20;

export function describeNumbers(setup: Setup): void {
  describe('numbers and outbox', () => {
    it('give every committed unit of work the next positions, in the order of the commits, whoever rolls back', async () => {
      const { store, database } = setup();
      // Not with the writers' own connections: they hold all there are.
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
        written.map(({ body }) => Number(body)).filter((position) => position > 0),
        contiguous(before.position, committed.length),
      );
    });

    it('keep the messages of one unit of work together and in its order, beyond one insert statement', async () => {
      const { store } = setup();
      const { message: last } = await readCounter(store.reader());
      const messages = Array.from({ length: 1234 }, (_, n) => message(String(n)));
      await store.transaction(async (em) => {
        const numbers = await takeNumbers(em, { messages: messages.length, events: 0, revisions: 0 });
        equal(numbers.message, last + 1);
        await writeOutbox(em, numbers.message, messages, new Date(5));
      });
      const read = await readOutbox(store.reader(), last, 5000);
      deepEqual(
        read.map(({ number: _number, ...rest }) => rest),
        messages,
      );
      equal((await readOutbox(store.reader(), last, 7)).length, 7);
    });

    it('take large messages of one unit of work, more than one statement carries', async () => {
      const { store } = setup();
      const { message: last } = await readCounter(store.reader());
      const messages = Array.from({ length: 40 }, (_, n) => message(String(n).repeat(250_000)));
      await store.transaction(async (em) => {
        const numbers = await takeNumbers(em, { messages: messages.length, events: 0, revisions: 0 });
        await writeOutbox(em, numbers.message, messages, new Date(5));
      });
      for (const [n, { body }] of messages.entries()) {
        const [read] = await readOutbox(store.reader(), last + n, 1);
        equal(read?.body === body, true);
      }
    });

    it('move the checkpoint forwards only, and only for who holds the lease', async () => {
      const { store } = setup();
      const lease = await takeLease(store, 'relay', 'one', 600_000);
      if (!lease) throw new Error('nobody else holds it');
      await store.transaction((em) => writeItem(em, 'marked'));
      const { message: last } = await readCounter(store.reader());
      const move = (number: number, fence = lease.fence) => store.transaction((em) => moveCheckpoint(em, number, { name: 'relay', fence }));
      const published = async () => (await readCounter(store.reader())).published;
      equal(await move(last), true);
      equal(await published(), last);
      equal(await move(last - 1), false);
      equal(await move(last), false);
      equal(await published(), last);

      await store.transaction((em) => writeItem(em, 'unmarked'));
      await releaseLease(store, lease);
      const next = await takeLease(store, 'relay', 'two', 600_000);
      equal(await move(last + 1), false);
      equal(await published(), last);
      equal(await move(last + 1, next?.fence), true);
    });

    it('forget published messages that are old enough, and no others', async () => {
      const { store } = setup();
      await baseTables(store.reader()).deleteFrom('outbox').execute();
      const { message: last } = await readCounter(store.reader());
      await store.transaction(async (em) => {
        for (const at of [10, 20, 30, 5]) {
          const numbers = await takeNumbers(em, { messages: 1, events: 0, revisions: 0 });
          await writeOutbox(em, numbers.message, [message()], new Date(at));
        }
      });
      const lease = await takeLease(store, 'pruning', 'one', 600_000);
      await store.transaction((em) => moveCheckpoint(em, last + 3, { name: 'pruning', fence: lease?.fence ?? 0 }));
      await pruneOutbox(store, new Date(30));
      deepEqual(
        (await readOutbox(store.reader(), 0, 10)).map(({ number }) => number),
        [last + 3, last + 4],
      );
    });
  });
}

const rollsBack = (n: number) => n % 3 === 1;
const sizeOf = (n: number) => 1 + (n % 4);
const contiguous = (after: number, count: number) => Array.from({ length: count }, (_, n) => after + 1 + n);

/** Once it has its numbers, everything before them must be committed and nothing after them. The first message's body is the position. */
async function writeOrRollBack(store: Store, watcher: Store, n: number): Promise<void> {
  const regret = new Error('rolled back');
  const work = rerun(store, async (em) => {
    em.create(Item, item(`writer-${n}`));
    await em.flush();
    const numbers = await takeNumbers(em, { messages: sizeOf(n), events: 1, revisions: n % 2 === 0 ? 1 : 0 });
    equal(await committedMessages(watcher), numbers.message - 1);
    const bodies = [numbers.position, ...Array.from({ length: sizeOf(n) - 1 }, () => 0)];
    await writeOutbox(
      em,
      numbers.message,
      bodies.map((body) => message(String(body))),
      new Date(),
    );
    if (rollsBack(n)) throw regret;
  });
  await work.catch((error: unknown) => {
    if (error !== regret) throw error;
  });
}

async function committedMessages(store: Store): Promise<number> {
  const row = await store
    .reader()
    .getKysely<{ counter: { message: number } }>({ type: 'read' })
    .selectFrom('counter')
    .select('message')
    .executeTakeFirstOrThrow();
  return Number(row.message);
}
