import { deepEqual, equal, rejects } from 'node:assert/strict';
import { baseTables } from './base-tables.ts';
import { readCounter } from './lease/counter.ts';
import { readOutbox } from './outbox/outbox.ts';
import { failureOf, Item, item, itemSchema, type Setup, writeItem } from './store.fixture.ts';
import { faultOf } from './store.ts';

export function describeTransactions(setup: Setup): void {
  describe('transactions', () => {
    const exists = async (name: string) => (await setup().store.reader().count(Item, { name })) === 1;

    it('commit created, changed and removed entities without a flush', async () => {
      const { store } = setup();
      await store.transaction(async (em) => void em.create(Item, item('first')));
      await store.transaction(async (em) => {
        (await em.findOneOrFail(Item, { name: 'first' })).note = 'changed';
      });
      equal((await store.reader().findOneOrFail(Item, { name: 'first' })).note, 'changed');
      await store.transaction(async (em) => void em.remove(await em.findOneOrFail(Item, { name: 'first' })));
      equal(await exists('first'), false);
    });

    it('leave neither row nor message nor number when their work throws, and rethrow the error', async () => {
      const { store } = setup();
      const before = await readCounter(store.reader());
      const error = new Error('changed my mind');
      const failed = store.transaction(async (em) => {
        await writeItem(em, 'regretted');
        throw error;
      });
      equal(await failureOf(failed), error);
      equal(await exists('regretted'), false);
      deepEqual(await readCounter(store.reader()), before);
      deepEqual(await readOutbox(store.reader(), before.message, 10), []);
    });

    it('commit a single statement by itself, and rethrow its error', async () => {
      const { store } = setup();
      const { message: last } = await readCounter(store.reader());
      const write = (name: string) => store.statement((em) => em.insert(Item, item(name)));
      await write('alone');
      equal(await exists('alone'), true);
      equal(faultOf(await failureOf(write('alone'))), 'duplicate');
      equal((await readCounter(store.reader())).message, last);
    });

    it('are invisible from outside before they commit', async () => {
      const { store } = setup();
      await store.transaction(async (em) => {
        em.create(Item, item('unborn'));
        await em.flush();
        equal(await em.count(Item, { name: 'unborn' }), 1);
        equal(await exists('unborn'), false);
      });
      equal(await exists('unborn'), true);
    });

    it('see commits of others since they began', async () => {
      const { store } = setup();
      if (store.dialect === 'sqlite') return; // One writer at a time: nothing can commit in between.
      await store.transaction(async (em) => {
        equal(await em.count(Item, { name: 'meanwhile' }), 0);
        await store.transaction(async (other) => void other.create(Item, item('meanwhile')));
        equal(await em.count(Item, { name: 'meanwhile' }), 1);
      });
    });

    it('let one of two concurrent inserts win and report the other as a duplicate', async () => {
      const { store } = setup();
      const results = await Promise.allSettled([1, 2].map((at) => store.transaction(async (em) => void em.create(Item, item('race', at)))));
      deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
      const lost = results.find((result) => result.status === 'rejected');
      equal(faultOf(lost?.reason), 'duplicate');
    });

    it('report a reference when a referenced row is missing, and when a deleted row is referenced', async () => {
      const { store } = setup();
      const label = (name: string) => store.transaction((em) => em.execute('insert into label (item) values (?)', [name]));
      await store.transaction(async (em) => void em.create(Item, item('labelled')));
      await label('labelled');
      equal(faultOf(await failureOf(label('nowhere'))), 'reference');
      equal(faultOf(await failureOf(store.transaction((em) => em.nativeDelete(Item, { name: 'labelled' })))), 'reference');
    });

    it('fail after the store was closed, even if it was never used', async () => {
      const unused = await setup().database.open(itemSchema);
      await unused.close();
      await rejects(unused.reader().count(Item));
      await rejects(unused.transaction((em) => em.count(Item)));
      await rejects(unused.ping());
    });

    it('leave the connection usable after a failure', async () => {
      const { store } = setup();
      for (let n = 0; n < 30; n += 1) await rejects(store.transaction((em) => em.execute('select * from nowhere')));
      await rejects(
        store.transaction(async (em) => {
          em.create(Item, item('unborn'));
        }),
      );
      await store.transaction(async (em) => void em.create(Item, item('after')));
      equal(await exists('after'), true);
    });

    it('reject two thousand rows with a duplicate, and store none of them', async () => {
      const { store } = setup();
      const rows = Array.from({ length: 2000 }, (_, n) => item(`many-${n}`));
      const work = store.transaction(async (em) => {
        for (const row of rows) em.create(Item, row);
        await em.flush();
        await baseTables(em)
          .insertInto('inbox')
          .values([
            { message_id: 'twice', handled_at: 1 },
            { message_id: 'twice', handled_at: 2 },
          ])
          .execute();
      });
      equal(faultOf(await failureOf(work)), 'duplicate');
      equal(await store.reader().count(Item, { name: { $like: 'many-%' } }), 0);
    });
  });
}
