import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { LockMode } from '@mikro-orm/core';
import { Failure } from '@signalbox/contracts';
import { type Context, empty, type Migration, route, type Service, stateDraft } from '@signalbox/kit';
import { readCounter, readOutbox } from '@signalbox/store';
import { type TestApp, start, statementsOf, testEnvironment } from '@signalbox/testing';
import { Type } from 'typebox';
import { Item, itemBroadcast, itemCreated, items, createItem, sampleService } from '../sample-service.fixture.ts';

const declaration = { method: 'post', summary: 'For tests', permission: 'authenticated', failures: [], answers: { 200: empty } } as const;

/** Handler of the route `/api/admin/work`, which each test replaces. */
let work: (context: Context, body: Record<string, unknown>) => Promise<unknown>;
const workRoute = route(
  {
    ...declaration,
    path: '/api/admin/work',
    body: Type.Object({}, { additionalProperties: true }),
    failures: ['InvalidOperationError', 'NotFoundError'],
    events: [itemCreated],
  },
  async ({ body }, context) => void (await work(context, body as Record<string, unknown>)),
);

const raiseRevision: NonNullable<Service['beforeCommit']> = async (_em, events) => {
  const names = events.map(({ body }) => body.featureName ?? '').map((name) => (name === 'huge' ? 'é'.repeat(500_001) : name));
  return [stateDraft(itemBroadcast, { names })];
};

/** Runs in a separate process, because two copies of SQLite in one process do not see each other's locks. */
const hold = `const database = new (require('node:sqlite').DatabaseSync)(process.argv[1]);
  database.exec('begin immediate');
  console.log('held');
  setTimeout(() => {
    const releasedAt = Date.now();
    database.exec('rollback');
    console.log(releasedAt);
  }, 300);`;

const conflict = () => Object.assign(new Error('locked'), { code: 'SQLITE_BUSY' });

const labels: Migration = {
  name: '0002-labels',
  up: () => ['create table if not exists label (item varchar(100) not null primary key, foreign key (item) references item (name))'],
};
const withLabels = (service: Service): Service => ({ ...service, migrations: [...(service.migrations ?? []), labels] });

describe('a unit of work', () => {
  let app: TestApp;
  before(async () => {
    app = await start([withLabels(sampleService({ beforeCommit: raiseRevision }, [workRoute]))]);
  });
  after(() => app.close());

  const run = (body: Record<string, unknown> = {}) => app.as(app.users.editor).post('/api/admin/work', body);
  const names = async () =>
    (
      await app
        .store('sample')
        .reader()
        .find(Item, {}, { orderBy: { name: 'asc' } })
    ).map(({ name }) => name);
  const counter = async () => ({ ...(await readCounter(app.store('sample').reader())), published: 0 });

  it('leaves neither rows nor events nor numbers when it fails', async () => {
    const before = await counter();
    work = async (context) => {
      createItem(context, { name: 'undone' });
      await context.em.flush();
      throw new Failure('InvalidOperationError', 'Not today.');
    };
    deepEqual(await app.eventsOf('sample', async () => equal((await run()).status, 403)), []);
    ok(!(await names()).includes('undone'));
    deepEqual(await counter(), before);
  });

  it('runs again with a fresh context after losing a race, and has one effect', async () => {
    const seen: Context[] = [];
    work = async (context) => {
      seen.push(context);
      createItem(context, { name: 'again' });
      await context.em.flush();
      if (seen.length < 3) throw conflict();
    };
    const rerunsSoFar = async () => (await app.host.metrics.reruns.get()).values[0]?.value ?? 0;
    const before = await rerunsSoFar();
    const events = await app.eventsOf('sample', async () => equal((await run()).status, 200));
    deepEqual([seen.length, events.length, (await rerunsSoFar()) - before], [3, 1, 2]);
    notEqual(seen[0]?.em, seen[1]?.em);
    notEqual(seen[1]?.em, seen[2]?.em);
  });

  it('runs again when a referenced row was deleted, and responds from what it then finds', async () => {
    let attempts = 0;
    work = async ({ em }) => {
      attempts += 1;
      const found = attempts === 1 || (await em.count(Item, { name: 'deleted' })) > 0;
      if (!found) throw new Failure('NotFoundError', 'It is gone.');
      await em.execute("insert into label (item) values ('deleted')");
    };
    deepEqual([(await run()).status, attempts], [404, 2]);
  });

  it('returns 500 if a reference is violated each time', async () => {
    let attempts = 0;
    work = async ({ em }) => {
      attempts += 1;
      await em.execute("insert into label (item) values ('never')");
    };
    deepEqual([(await run()).status, attempts], [500, 10]);
  });

  it('returns 503 with Retry-After after losing every race', async () => {
    let attempts = 0;
    work = async () => {
      attempts += 1;
      throw conflict();
    };
    const { status, body, headers } = await run();
    deepEqual([status, body.name, headers['retry-after'], attempts], [503, 'UnavailableError', '1', 10]);
    equal(body.message, 'Too many concurrent changes to the same object. Try again shortly.');
  });

  it('returns 503 when its database is unavailable or overloaded', async () => {
    work = async () => {
      throw Object.assign(new Error('the connection was lost'), { code: 'ECONNRESET' });
    };
    const { status, body, headers } = await run();
    deepEqual([status, body.name, headers['retry-after']], [503, 'UnavailableError', '2']);
    equal(body.message, 'The database of sample is unavailable or overloaded. Try again shortly.');
  });

  if (testEnvironment.way === 'distributed') {
    it('survives a deadlock between two rows', async () => {
      await app.as(app.users.editor).post(items, { name: 'left' });
      await app.as(app.users.editor).post(items, { name: 'right' });
      const both = Promise.withResolvers<void>();
      let attempts = 0;
      const lock = ({ em }: Context, name: unknown) =>
        em.findOneOrFail(Item, { name: String(name) }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      work = async (context, { first, second }) => {
        attempts += 1;
        const one = await lock(context, first);
        if (attempts === 2) both.resolve();
        if (attempts <= 2) await both.promise;
        const other = await lock(context, second);
        one.amount += 1;
        other.amount += 10;
        context.publish(itemCreated, { featureName: one.name });
      };
      const events = await app.eventsOf('sample', async () => {
        const answers = await Promise.all([run({ first: 'left', second: 'right' }), run({ first: 'right', second: 'left' })]);
        deepEqual(
          answers.map(({ status }) => status),
          [200, 200],
        );
      });
      deepEqual([attempts, events.length], [3, 2]);
      const amounts = await app
        .store('sample')
        .reader()
        .find(Item, { name: { $in: ['left', 'right'] } });
      deepEqual(
        amounts.map(({ amount }) => amount),
        [12, 12],
      );
      ok((await app.host.metrics.reruns.get()).values.some(({ value }) => value > 0));
    });
  } else {
    it('waits for another process that locks the file', async () => {
      const holder = spawn(process.execPath, ['-e', hold, join(app.workspace.dataDir, 'sample.db')], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const lines = createInterface({ input: holder.stdout })[Symbol.asyncIterator]();
      await lines.next();
      equal((await app.as(app.users.editor).post(items, { name: 'patient' })).status, 201);
      const answeredAt = Date.now();
      ok(answeredAt >= Number((await lines.next()).value));
    });
  }

  it('numbers events without gaps despite rollbacks', async () => {
    const before = await counter();
    work = async (context, { name, fails }) => {
      createItem(context, { name: `${String(name)}-a` });
      createItem(context, { name: `${String(name)}-b` });
      if (fails) throw new Failure('InvalidOperationError', 'Rolled back.');
    };
    const writer = async (writer: number) => {
      for (let turn = 0; turn < 6; turn += 1) {
        const fails = (writer + turn) % 3 === 0;
        const { status } = await run({ name: `w${writer}-${turn}`, fails });
        equal(status, fails ? 403 : 200);
      }
    };
    await Promise.all(Array.from({ length: 20 }, (_, index) => writer(index)));
    const sequences = (await app.events('sample')).map(({ sequence }) => sequence);
    deepEqual(
      sequences,
      sequences.map((_, index) => index + 1),
    );
    const { position, revision, message } = await counter();
    deepEqual([position - before.position, revision - before.revision, message - before.message], [160, 80, 240]);
  });

  it('raises the revision once, and reports it to the caller and in each event', async () => {
    const { revision } = await counter();
    work = async (context) => {
      for (const name of ['r1', 'r2', 'r3']) createItem(context, { name });
    };
    const { headers } = await run();
    equal(headers['x-revision'], String(revision + 1));
    const emitted = (await app.events('sample')).slice(-3);
    deepEqual(
      emitted.map((envelope) => envelope.revision),
      Array.from({ length: 3 }, () => revision + 1),
    );
  });

  it('takes no numbers if it publishes nothing', async () => {
    await app.as(app.users.editor).post(items, { name: 'dropped' });
    const before = await counter();
    const { status, headers } = await app.as(app.users.editor).delete(`${items}/dropped`);
    deepEqual([status, headers['x-revision']], [204, undefined]);
    deepEqual(await counter(), before);
  });

  it('sends replicas all its changes in one message, at its single revision', async () => {
    const before = await counter();
    work = async (context) => {
      for (const name of ['s1', 's2']) context.publishState(itemBroadcast, { names: [name] });
    };
    equal((await run()).headers['x-revision'], String(before.revision + 1));
    equal((await counter()).message, before.message + 1);
    const messages = await readOutbox(app.store('sample').reader(), before.message, 10);
    deepEqual(
      messages.map(({ body }) => JSON.parse(body) as unknown),
      [{ names: ['s1', 's2'], revision: before.revision + 1, previous: before.revision }],
    );
  });

  it('sends resync instead of a state above a megabyte, counted in bytes', async () => {
    work = async (context) => void createItem(context, { name: 'huge' });
    equal((await run()).status, 200);
    const messages = await readOutbox(app.store('sample').reader(), 0, 10_000);
    type State = { revision: number; names: string[] | null };
    const states = messages.filter(({ exchange }) => exchange === 'signalbox.state').map(({ body }) => JSON.parse(body) as State);
    deepEqual(states.at(-1)?.names, null);
    deepEqual(states.filter(({ names }) => names === null).length, 1);
  });

  it('writes as little under the lock of the counter for thousands of events as for one', async () => {
    const behindTheLock = async (events: number): Promise<number> => {
      work = async (context) => {
        for (let index = 0; index < events; index += 1) context.publish(itemCreated, { featureName: `item-${index}`, data: { index } });
      };
      const ofUnit = (sql: string) => /^(insert|update|delete)/i.test(sql) && !/published|lease/.test(sql);
      const seen = await statementsOf(app.store('sample'), async () => equal((await run()).status, 200), ofUnit);
      const lock = seen.findIndex((sql) => /update .counter. set .message/i.test(sql));
      ok(lock >= 0, seen.join('\n'));
      return seen.length - lock - 1;
    };
    equal(await behindTheLock(3999), await behindTheLock(1));
    const emitted = (await app.events('sample')).slice(-4000);
    deepEqual(
      emitted.map(({ sequence }) => sequence),
      emitted.map((_, index) => (emitted[0]?.sequence ?? 0) + index),
    );
    const { revision } = await counter();
    deepEqual(new Set(emitted.map((envelope) => envelope.revision)), new Set([revision - 1, revision]));
  });
});
