import { deepEqual, equal, rejects } from 'node:assert/strict';
import { Turns } from './turns.ts';

const tick = () => new Promise(setImmediate);

/** Work that ends on demand and records when it starts. */
function workshop(limits = { perAuthor: 10, total: 15 }) {
  const turns = new Turns(limits);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const order = (author: string, name: string, changes = 1) =>
    turns.take({ author, changes }, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      return name;
    });
  const endOne = async () => {
    ends.shift()?.();
    await tick();
  };
  return { order, begun, endOne };
}

describe('scheduled work', () => {
  it('runs one piece at a time, and authors take turns', async () => {
    const { order, begun, endOne } = workshop();
    const all = [order('ann', 'a1'), order('ann', 'a2'), order('ann', 'a3'), order('bob', 'b1'), order('bob', 'b2'), order('cid', 'c1')];
    await tick();
    deepEqual(begun, ['a1']);
    for (let ended = 0; ended < all.length; ended++) await endOne();
    deepEqual(begun, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
    deepEqual(await Promise.all(all), ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']);
  });

  it('is refused with 503 only for an author with too much waiting work', async () => {
    const { order, begun, endOne } = workshop();
    void order('ann', 'a1', 500);
    void order('ann', 'a2', 9);
    await rejects(order('ann', 'a3', 2), { name: 'UnavailableError', message: /^You have too many change requests waiting/ });
    void order('bob', 'b1', 5);
    await rejects(order('cid', 'c1', 2), { name: 'UnavailableError', message: /^Too many change requests are waiting/ });
    for (let ended = 0; ended < 3; ended++) await endOne();
    deepEqual(begun, ['a1', 'a2', 'b1']);
  });

  it('continues after a failure', async () => {
    const turns = new Turns({ perAuthor: 10, total: 10 });
    const failed = turns.take({ author: 'ann', changes: 1 }, () => Promise.reject(new Error('broken')));
    const next = turns.take({ author: 'ann', changes: 1 }, () => Promise.resolve('done'));
    await rejects(failed, { message: 'broken' });
    equal(await next, 'done');
  });
});
