import { deepEqual, equal, notEqual, rejects } from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import { Bodies, type Order } from './bodies.ts';
import { type Form, runsOf } from './run.ts';

interface Element {
  readonly name: string;
  readonly text: string;
}

const listOf = (count: number): Element[] => Array.from({ length: count }, (_, index) => ({ name: `n-${index}`, text: `t-${index}` }));

describe('bodies', () => {
  let bodies: Bodies;
  let now: number;
  /** The elements that were written, in all. */
  let written: string[];
  const form: Form = {
    name: 'element',
    write(element) {
      const { name, text } = element as Element;
      written.push(name);
      return JSON.stringify(text);
    },
  };

  beforeEach(() => {
    now = 1_000_000;
    written = [];
    bodies = new Bodies(() => new Date(now));
  });

  function order(list: readonly Element[], revision: number, more: Partial<Order> = {}): Order {
    const write = async () => [`{"list":[`, ...runsOf(form, list, ({ name }) => name), ']}'];
    return { key: 'all', revision, encoding: 'gzip', write, ...more };
  }

  const read = async (wanted: Order) => {
    const body = await bodies.get(wanted);
    return JSON.parse((wanted.encoding === 'gzip' ? gunzipSync(body) : body).toString('utf8')).list;
  };
  const textsOf = (list: readonly Element[]) => list.map(({ text }) => text);

  it('are made once for all who ask at the same time, and kept', async () => {
    const list = listOf(500);
    const [first, second] = await Promise.all([bodies.get(order(list, 1)), bodies.get(order(list, 1))]);
    equal(first, second);
    equal(await bodies.get(order(list, 1)), first);
    equal(written.length, 500);
  });

  it('are the same in every encoding', async () => {
    for (const count of [0, 1, 500]) {
      const list = listOf(count);
      for (const encoding of ['gzip', 'plain'] as const) deepEqual(await read(order(list, count, { encoding })), textsOf(list));
    }
  });

  it('are what was asked for after any change, of which no more is written than its surroundings', async () => {
    let list = listOf(2000);
    for (const encoding of ['gzip', 'plain'] as const) await bodies.get(order(list, 1, { encoding }));
    for (let revision = 2; revision < 40; revision += 1) {
      const at = (revision * 7919) % list.length;
      const changed = { name: list[at]?.name ?? '', text: `changed ${revision}` };
      const added = { name: `added-${revision}`, text: 'ü' };
      list = list.toSpliced(at, revision % 3 === 0 ? 0 : 1, ...(revision % 3 === 1 ? [] : [revision % 3 === 0 ? added : changed]));
      written = [];
      for (const encoding of ['gzip', 'plain'] as const) deepEqual(await read(order(list, revision, { encoding })), textsOf(list));
      equal(written.length < 1500, true, String(written.length));
    }
  });

  it('share what they have in common', async () => {
    const list = listOf(2000);
    await bodies.get(order(list, 1));
    written = [];
    deepEqual(await read(order(list, 1, { key: 'the same by another name' })), textsOf(list));
    deepEqual(written, []);
    deepEqual(await read(order(list.slice(1000), 1, { key: 'half' })), textsOf(list.slice(1000)));
    equal(written.length < 400, true, String(written.length));
  });

  it('are others where elements are written in another way', async () => {
    const list = listOf(100);
    await bodies.get(order(list, 1));
    const loud: Form = { name: 'loud', write: (element) => JSON.stringify((element as Element).text.toUpperCase()) };
    const write = async () => ['{"list":[', ...runsOf(loud, list, ({ name }) => name), ']}'];
    deepEqual(
      await read(order(list, 1, { key: 'loud', write })),
      textsOf(list).map((text) => text.toUpperCase()),
    );
  });

  it('do not take the place of those of a later revision', async () => {
    const list = listOf(10);
    const late = Promise.withResolvers<void>();
    const slow = bodies.get(order(list, 1, { write: () => late.promise.then(() => ['{"list":["old"]}']) }));
    const later = await bodies.get(order(list, 2));
    late.resolve();
    notEqual(await slow, later);
    equal(await bodies.get(order(list, 2)), later);
  });

  it('are forgotten when revisions begin anew, those that are being made as well', async () => {
    const late = Promise.withResolvers<void>();
    const slow = bodies.get(order([], 1, { write: () => late.promise.then(() => ['{"list":["old"]}']) }));
    bodies.clear();
    deepEqual(await read(order(listOf(3), 1)), ['t-0', 't-1', 't-2']);
    late.resolve();
    await slow;
    deepEqual(await read(order(listOf(3), 1)), ['t-0', 't-1', 't-2']);
  });

  it('that could not be made are tried again', async () => {
    await rejects(async () => bodies.get(order([], 1, { write: () => Promise.reject(new Error('no')) })));
    deepEqual(await read(order(listOf(1), 1)), ['t-0']);
  });

  it('are dropped when nobody has asked for them in a minute', async () => {
    await bodies.get(order(listOf(100), 1));
    await bodies.get(order(listOf(100), 1, { key: 'another' }));
    const both = bodies.size;
    for (const end = now + 90_000; now <= end; now += 30_000) {
      await bodies.get(order(listOf(100), 1));
      bodies.dropIdle();
    }
    equal(bodies.size < both && bodies.size > 0, true);
    now += 61_000;
    bodies.dropIdle();
    equal(bodies.size, 0);
  });
});
