import { deepEqual, equal } from 'node:assert/strict';
import { deferred } from '@signalbox/table';
import type { Kysely } from 'kysely';
import { failureOf, Item, item, type Setup } from './store.fixture.ts';
import { faultOf } from './store.ts';

interface Tables {
  item: { name: string; note: string | null; at: number };
}

const insert = deferred((db: Kysely<Tables>, rows: readonly Tables['item'][]) => db.insertInto('item').values(rows));

/** Writes whose results nobody needs: an adapter may execute them with the statement that follows. */
export function describeDeferredWrites(setup: Setup): void {
  describe('deferred writes', () => {
    const named = (name: string) => setup().store.reader().findOne(Item, { name });

    it('are seen by the next statement of their transaction', async () => {
      await setup().store.transaction(async (em) => {
        await insert(em, [item('deferred')]);
        await insert(em, [item('deferred again')]);
        equal(await em.count(Item, { name: ['deferred', 'deferred again'] }), 2);
      });
      equal((await named('deferred again'))?.name, 'deferred again');
    });

    it('commit without any other statement', async () => {
      await setup().store.transaction((em) => insert(em, [item('only deferred')]));
      equal((await named('only deferred'))?.name, 'only deferred');
    });

    it('execute at once outside a transaction', async () => {
      await setup().store.statement((em) => insert(em, [item('by itself')]));
      equal((await named('by itself'))?.name, 'by itself');
    });

    it('are undone by a later failure', async () => {
      const failure = await failureOf(
        setup().store.transaction(async (em) => {
          await insert(em, [item('undone')]);
          throw new Error('changed my mind');
        }),
      );
      equal(String(failure), 'Error: changed my mind');
      await setup().store.transaction(async (em) => void (await em.count(Item)));
      equal(await named('undone'), null);
    });

    for (const [when, next] of [
      ['the commit', async () => undefined],
      ['the statement that follows', (em: Parameters<typeof insert>[0]) => em.count(Item)],
    ] as const)
      it(`that fail reject ${when}, and nothing of their transaction remains`, async () => {
        await setup().store.transaction((em) => insert(em, [item(`taken before ${when}`)]));
        const work = setup().store.transaction(async (em) => {
          await insert(em, [item(`new before ${when}`)]);
          await insert(em, [item(`taken before ${when}`)]);
          await next(em);
        });
        equal(faultOf(await failureOf(work)), 'duplicate');
        equal(await named(`new before ${when}`), null);
        await setup().store.transaction((em) => insert(em, [item(`free after ${when}`)]));
        equal((await named(`free after ${when}`))?.name, `free after ${when}`);
      });

    it('keep question marks and semicolons of values apart', async () => {
      const notes = ["why? 'because'; delete from item", '?', ';?\\'];
      await setup().store.transaction(async (em) => {
        for (const [at, note] of notes.entries()) {
          await insert(em, [{ ...item(`quoted ${at}`), note }]);
          em.create(Item, { ...item(`entity ${at}`), note });
          await em.flush();
        }
      });
      const found = await setup()
        .store.reader()
        .find(Item, { name: { $like: '% _' }, note: { $ne: null } }, { orderBy: { name: 'asc' } });
      deepEqual(
        found.filter(({ name }) => /^(?:quoted|entity) \d$/.test(name)).map(({ note }) => note),
        [...notes, ...notes],
      );
    });

    it('arrive completely if they have several megabytes', async () => {
      const note = 'é'.repeat(900_000);
      await setup().store.transaction(async (em) => {
        for (const name of ['large 1', 'large 2', 'large 3']) await insert(em, [{ ...item(name), note }]);
      });
      for (const name of ['large 1', 'large 2', 'large 3']) equal((await named(name))?.note, note);
    });
  });
}
