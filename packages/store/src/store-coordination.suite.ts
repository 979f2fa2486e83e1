import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { writeDeadLetter } from './outbox/dead-letter.ts';
import { alreadyHandled, markHandled, pruneInbox } from './outbox/inbox.ts';
import { findIdempotencyRecord, writeIdempotencyRecord, pruneIdempotencyRecords } from './outbox/idempotency-record.ts';
import { claimRun, releaseLease, renewLease, takeLease } from './lease/lease.ts';
import { baseTables } from './base-tables.ts';
import { failureOf, Item, item, message, rerun, type Setup } from './store.fixture.ts';
import { faultOf, type Store } from './store.ts';

export function describeLeases(setup: Setup): void {
  describe('leases', () => {
    const take = (owner: string, name: string) => takeLease(setup().store, name, owner, 600_000);
    /** Moves the expiry of a lease as if time had passed. */
    const letPass = (ms: number, name: string) =>
      baseTables(setup().store.reader())
        .updateTable('lease')
        .set((row) => ({ expires_at: row('expires_at', '-', ms) }))
        .where('name', '=', name)
        .execute();

    it('are refused to a second owner until they expire', async () => {
      equal((await take('one', 'expiring'))?.owner, 'one');
      await letPass(500_000, 'expiring');
      equal(await take('two', 'expiring'), null);
      await letPass(100_000, 'expiring');
      equal((await take('two', 'expiring'))?.owner, 'two');
      equal(await take('one', 'expiring'), null);
    });

    it('preserve their fence when renewed, and raise it for each new holder', async () => {
      const fences = [];
      for (const [owner, ms] of [
        ['one', 0],
        ['one', 300_000],
        ['one', 700_000],
        ['two', 700_000],
        ['one', 700_000],
      ] as const) {
        await letPass(ms, 'fenced');
        fences.push((await take(owner, 'fenced'))?.fence);
      }
      deepEqual(fences, [1, 1, 1, 2, 3]);
    });

    it('last from their latest renewal on', async () => {
      await take('one', 'renewed');
      await letPass(500_000, 'renewed');
      await take('one', 'renewed');
      await letPass(500_000, 'renewed');
      equal(await take('two', 'renewed'), null);
      await letPass(100_000, 'renewed');
      equal((await take('two', 'renewed'))?.fence, 2);
    });

    it('are free at once when released, unless the releasing owner has lost them', async () => {
      const { store } = setup();
      const one = await take('one', 'given up');
      if (!one) throw new Error('nobody else holds it');
      await releaseLease(store, one);
      const two = await take('two', 'given up');
      equal(two?.fence, 2);
      await releaseLease(store, one);
      equal(await take('three', 'given up'), null);
    });

    it('are renewed in a transaction by their holder only', async () => {
      const { store } = setup();
      const one = await take('one', 'in a transaction');
      if (!one) throw new Error('nobody else holds it');
      const renew = () => store.transaction((em) => renewLease(store, em, one, 600_000));
      await letPass(500_000, 'in a transaction');
      equal(await renew(), true);
      await letPass(500_000, 'in a transaction');
      equal(await take('two', 'in a transaction'), null);
      await letPass(100_000, 'in a transaction');
      equal((await take('two', 'in a transaction'))?.fence, 2);
      equal(await renew(), false);
    });

    it('record a run per interval, which renews them, by their holder only', async () => {
      const { store } = setup();
      const one = await take('one', 'repeated');
      if (!one) throw new Error('nobody else holds it');
      const claim = () => claimRun(store, one, { everyMs: 1000, ttlMs: 600_000 });
      await letPass(500_000, 'repeated');
      equal(await claim(), true);
      equal(await claim(), false);
      await letPass(500_000, 'repeated');
      equal(await take('two', 'repeated'), null);
      await letPass(100_000, 'repeated');
      equal((await take('two', 'repeated'))?.fence, 2);
      await baseTables(store.reader()).updateTable('lease').set({ ran_at: 0 }).where('name', '=', 'repeated').execute();
      equal(await claim(), false);
    });

    it('are independent of each other', async () => {
      await take('one', 'left');
      equal((await take('two', 'right'))?.fence, 1);
    });

    it('go to one of many concurrent owners', async () => {
      const results = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => take(`owner-${n}`, 'contended')));
      const leases = results.flatMap((result) => (result.status === 'fulfilled' && result.value ? [result.value] : []));
      equal(leases.length, 1);
      for (const result of results) if (result.status === 'rejected') equal(faultOf(result.reason), 'conflict');
    });
  });
}

export function describeInbox(setup: Setup): void {
  describe('inbox', () => {
    it('contains handled messages only if the transaction of their effect commits', async () => {
      const { store } = setup();
      const [done, undone, fresh] = [randomUUID(), randomUUID(), randomUUID()];
      await store.transaction((em) => markHandled(em, [done], new Date()));
      const regretted = store.transaction(async (em) => {
        await markHandled(em, [undone], new Date());
        throw new Error('no effect');
      });
      await failureOf(regretted);
      deepEqual(await store.transaction((em) => alreadyHandled(em, [done, undone, fresh])), new Set([done]));
    });

    it('makes a message effective once when it is handled twice concurrently', async () => {
      const { store } = setup();
      const id = randomUUID();
      const handle = (n: number) =>
        rerun(store, async (em) => {
          if ((await alreadyHandled(em, [id])).size > 0) return 'before';
          await markHandled(em, [id], new Date());
          em.create(Item, item(`effect-${n}`));
          return 'effective';
        });
      const results = await Promise.allSettled([handle(1), handle(2)]);
      const effective = results.filter((result) => result.status === 'fulfilled' && result.value === 'effective');
      equal(effective.length, 1);
      equal(await store.reader().count(Item, { name: { $like: 'effect-%' } }), 1);
    });

    it('stores a dead letter with its reason and counts it as handled', async () => {
      const { store } = setup();
      const poison = message('{"bad":true}');
      await store.transaction((em) => writeDeadLetter(em, poison, 'x'.repeat(5000), new Date(77)));
      deepEqual(await alreadyHandled(store.reader(), [poison.id]), new Set([poison.id]));
      const row = await baseTables(store.reader())
        .selectFrom('dead_letter')
        .selectAll()
        .where('message_id', '=', poison.id)
        .executeTakeFirst();
      deepEqual(
        { ...row, failed_at: Number(row?.failed_at) },
        {
          message_id: poison.id,
          exchange: 'facts',
          routing_key: 'a.b',
          body: poison.body,
          reason: 'x'.repeat(1000),
          failed_at: 77,
        },
      );
    });

    it('deletes many records in batches, so that no statement takes long', async () => {
      const { store } = setup();
      await pruneInbox(store, new Date(1000));
      const ids = Array.from({ length: 2500 }, () => randomUUID());
      for (let start = 0; start < ids.length; start += 500)
        await store.transaction((em) => markHandled(em, ids.slice(start, start + 500), new Date(1000 + start)));
      const left: number[] = [];
      const watched: Store = {
        ...store,
        async transaction(work) {
          const result = await store.transaction(work);
          left.push((await alreadyHandled(store.reader(), ids)).size);
          return result;
        },
      };
      await pruneInbox(watched, new Date(3000));
      deepEqual(left, [1500, 500, 500]);
    });

    it('deletes records older than the given time', async () => {
      const { store } = setup();
      const [old, young] = [randomUUID(), randomUUID()];
      await store.transaction(async (em) => {
        await markHandled(em, [old], new Date(10));
        await markHandled(em, [young], new Date(20));
        await markHandled(em, [], new Date(30));
      });
      await pruneInbox(store, new Date(20));
      deepEqual(await alreadyHandled(store.reader(), [old, young]), new Set([young]));
    });
  });
}

export function describeIdempotencyRecords(setup: Setup): void {
  describe('idempotency records', () => {
    const answer = { requestHash: 'h'.repeat(64), status: 201, headers: { location: '/x', etag: '"1"' }, body: '{"a":"🚂"}' };

    it('are returned unchanged, only for the same principal and key', async () => {
      const { store } = setup();
      await store.transaction((em) => writeIdempotencyRecord(em, 'user:1', 'key', answer, new Date()));
      deepEqual(await findIdempotencyRecord(store.reader(), 'user:1', 'key'), answer);
      for (const [principal, key] of [
        ['user:2', 'key'],
        ['user:1', 'Key'],
      ] as const) {
        equal(await findIdempotencyRecord(store.reader(), principal, key), null);
      }
    });

    it('are a duplicate the second time, and vanish when their write rolls back', async () => {
      const { store } = setup();
      const write = () => store.transaction((em) => writeIdempotencyRecord(em, 'user:3', 'twice', answer, new Date()));
      await write();
      equal(faultOf(await failureOf(write())), 'duplicate');
      const regretted = store.transaction(async (em) => {
        await writeIdempotencyRecord(em, 'user:3', 'regretted', answer, new Date());
        throw new Error('no');
      });
      await failureOf(regretted);
      equal(await findIdempotencyRecord(store.reader(), 'user:3', 'regretted'), null);
    });

    it('are deleted when they are old enough', async () => {
      const { store } = setup();
      await store.transaction((em) => writeIdempotencyRecord(em, 'user:4', 'old', answer, new Date(10)));
      await store.transaction((em) => writeIdempotencyRecord(em, 'user:4', 'young', answer, new Date(20)));
      await pruneIdempotencyRecords(store, new Date(20));
      equal(await findIdempotencyRecord(store.reader(), 'user:4', 'old'), null);
      deepEqual(await findIdempotencyRecord(store.reader(), 'user:4', 'young'), answer);
    });
  });
}
