import { deepEqual, equal, notEqual, rejects } from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import { Bodies, type BodyRequest } from './bodies.ts';
import { type ElementFormat, runsOf } from './run.ts';

interface Element {
  readonly name: string;
  readonly text: string;
}

const listOf = (count: number): Element[] => Array.from({ length: count }, (_, index) => ({ name: `n-${index}`, text: `t-${index}` }));

describe('the cache of bodies', () => {
  let bodies: Bodies;
  let now: number;
  /** Names of the written elements, in total. */
  let written: string[];
  const format: ElementFormat = {
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

  function order(list: readonly Element[], revision: number, more: Partial<BodyRequest> = {}): BodyRequest {
    const write = async () => [`{"list":[`, ...runsOf(format, list, ({ name }) => name), ']}'];
    return { key: 'all', revision, encoding: 'gzip', write, ...more };
  }

  const read = async (request: BodyRequest) => {
    const body = await bodies.get(request);
    return JSON.parse((request.encoding === 'gzip' ? gunzipSync(body) : body).toString('utf8')).list;
  };
  const textsOf = (list: readonly Element[]) => list.map(({ text }) => text);

  it('creates a body once for concurrent requests, and stores it', async () => {
    const list = listOf(500);
    const [first, second] = await Promise.all([bodies.get(order(list, 1)), bodies.get(order(list, 1))]);
    equal(first, second);
    equal(await bodies.get(order(list, 1)), first);
    equal(written.length, 500);
  });

  it('returns the same content in every encoding', async () => {
    for (const count of [0, 1, 500]) {
      const list = listOf(count);
      for (const encoding of ['gzip', 'plain'] as const) deepEqual(await read(order(list, count, { encoding })), textsOf(list));
    }
  });

  it('returns the current content after any change, and rewrites only the runs around it', async () => {
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

  it('shares the common parts of bodies', async () => {
    const list = listOf(2000);
    await bodies.get(order(list, 1));
    written = [];
    deepEqual(await read(order(list, 1, { key: 'the same by another name' })), textsOf(list));
    deepEqual(written, []);
    deepEqual(await read(order(list.slice(1000), 1, { key: 'half' })), textsOf(list.slice(1000)));
    equal(written.length < 400, true, String(written.length));
  });

  it('does not share elements of different formats', async () => {
    const list = listOf(100);
    await bodies.get(order(list, 1));
    const loud: ElementFormat = { name: 'loud', write: (element) => JSON.stringify((element as Element).text.toUpperCase()) };
    const write = async () => ['{"list":[', ...runsOf(loud, list, ({ name }) => name), ']}'];
    deepEqual(
      await read(order(list, 1, { key: 'loud', write })),
      textsOf(list).map((text) => text.toUpperCase()),
    );
  });

  it('does not replace a body of a later revision', async () => {
    const list = listOf(10);
    const late = Promise.withResolvers<void>();
    const slow = bodies.get(order(list, 1, { write: () => late.promise.then(() => ['{"list":["old"]}']) }));
    const later = await bodies.get(order(list, 2));
    late.resolve();
    notEqual(await slow, later);
    equal(await bodies.get(order(list, 2)), later);
  });

  it('drops all bodies when revisions restart, including unfinished ones', async () => {
    const late = Promise.withResolvers<void>();
    const slow = bodies.get(order([], 1, { write: () => late.promise.then(() => ['{"list":["old"]}']) }));
    bodies.clear();
    deepEqual(await read(order(listOf(3), 1)), ['t-0', 't-1', 't-2']);
    late.resolve();
    await slow;
    deepEqual(await read(order(listOf(3), 1)), ['t-0', 't-1', 't-2']);
  });

  it('retries after a failure', async () => {
    await rejects(async () => bodies.get(order([], 1, { write: () => Promise.reject(new Error('no')) })));
    deepEqual(await read(order(listOf(1), 1)), ['t-0']);
  });

  it('drops bodies that nobody has requested for a minute', async () => {
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
