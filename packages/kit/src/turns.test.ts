import { deepEqual, equal, rejects } from 'node:assert/strict';
import { Failure } from '@signalbox/contracts';
import { type TurnLimits, Turns } from './turns.ts';

const tick = () => new Promise(setImmediate);

const refusal: TurnLimits['refusal'] = (whose) => new Failure('UnavailableError', `too much: ${whose}`);
const oneAtOnce = { atOnce: 1, share: 1, perAuthor: 10, total: 15, refusal };

/** Work that ends on demand and records when it starts. */
function workshop(limits: Partial<TurnLimits> = {}) {
  const turns = new Turns({ ...oneAtOnce, ...limits });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const order = (author: string, name: string, size = 1) =>
    turns.take({ author, size }, async () => {
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

describe('turns', () => {
  it('run one task at a time, and authors alternate', async () => {
    const { order, begun, endOne } = workshop();
    const all = [order('ann', 'a1'), order('ann', 'a2'), order('ann', 'a3'), order('bob', 'b1'), order('bob', 'b2'), order('cid', 'c1')];
    await tick();
    deepEqual(begun, ['a1']);
    for (let ended = 0; ended < all.length; ended++) await endOne();
    deepEqual(begun, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
    deepEqual(await Promise.all(all), ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']);
  });

  it('refuse only an author with too much waiting work', async () => {
    const { order, begun, endOne } = workshop();
    void order('ann', 'a1', 500);
    void order('ann', 'a2', 9);
    await rejects(order('ann', 'a3', 2), { name: 'UnavailableError', message: 'too much: own' });
    void order('bob', 'b1', 5);
    await rejects(order('cid', 'c1', 2), { name: 'UnavailableError', message: 'too much: all' });
    for (let ended = 0; ended < 3; ended++) await endOne();
    deepEqual(begun, ['a1', 'a2', 'b1']);
  });

  it('leave the rest to others when an author runs an entire share', async () => {
    const { order, begun, endOne } = workshop({ atOnce: 4, share: 2 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) void order('ann', name);
    for (const name of ['b1', 'b2', 'b3']) void order('bob', name);
    await tick();
    deepEqual(begun, ['a1', 'a2', 'b1', 'b2']);
    await endOne();
    deepEqual(begun.slice(4), ['a3']);
    for (let ended = 0; ended < 6; ended++) await endOne();
    deepEqual(begun.slice(5), ['a4', 'b3']);
  });

  it('continue after a failure', async () => {
    const turns = new Turns(oneAtOnce);
    const failed = turns.take({ author: 'ann', size: 1 }, () => Promise.reject(new Error('broken')));
    const next = turns.take({ author: 'ann', size: 1 }, () => Promise.resolve('done'));
    await rejects(failed, { message: 'broken' });
    equal(await next, 'done');
  });
});
