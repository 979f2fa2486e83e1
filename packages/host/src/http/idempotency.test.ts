import { deepEqual, equal, match } from 'node:assert/strict';
import { Failure, type Principal } from '@signalbox/contracts';
import { empty, changesNothing, type OpenContext, route } from '@signalbox/kit';
import { type Answer, type TestApp, start } from '@signalbox/testing';
import { Type } from 'typebox';
import { housekeeping } from '../process/jobs.ts';
import { raiseRevision, Item, itemCreated, items, createItem, sampleService } from '../sample-service.fixture.ts';

let refusals = 0;
/** Runs after the last unit of work of a request. */
let beforeAnswer = async (): Promise<void> => undefined;
let wasRefused = false;

const declaration = {
  method: 'post',
  summary: 'For tests',
  permission: 'authenticated',
  failures: ['NameExistsError', 'InvalidOperationError'],
} as const;
const routes = [
  route(
    {
      ...declaration,
      path: '/api/admin/careful',
      body: Type.Object({ name: Type.String() }),
      answers: { 201: Type.Unknown() },
      events: [itemCreated],
    },
    async ({ body }, context) => {
      if (await context.em.findOne(Item, { name: body.name })) throw new Failure('NameExistsError', 'There is one.');
      return createItem(context, body);
    },
  ),
  route(
    {
      ...declaration,
      path: '/api/admin/second-try',
      body: Type.Object({ name: Type.String() }),
      answers: { 200: empty },
      events: [itemCreated],
    },
    async ({ body }, context) => {
      createItem(context, body);
      refusals += 1;
      if (refusals === 1) throw new Failure('InvalidOperationError', 'Not yet.');
    },
  ),
  route(
    { ...declaration, permission: 'public', path: '/api/admin/anyone', answers: { 200: Type.Integer() }, events: { none: 'for tests' } },
    async (_input, { em }) => {
      await em.insert(Item, { name: `by-nobody-${await em.count(Item)}`, amount: 1 });
      return em.count(Item);
    },
  ),
  ...(['replayed', undefined] as const).map((repetitions) =>
    route(
      {
        ...declaration,
        path: `/api/admin/own-transactions/${repetitions ?? 'claimed'}`,
        body: Type.Object({ name: Type.String(), refused: Type.Optional(Type.Boolean()) }),
        answers: { 200: Type.Integer() },
        events: [itemCreated],
        transaction: { none: 'for tests', ...(repetitions && { repetitions }) },
      },
      async ({ body }, context) => {
        await context.write(async (unit) => void (await unit.em.upsert(Item, { name: `${body.name}-first`, amount: 1 })));
        if (body.refused && !wasRefused) {
          wasRefused = true;
          throw new Failure('InvalidOperationError', 'Not yet.');
        }
        const name = `${body.name}-second-${context.id()}`;
        const count = await context.write(async (unit) => {
          createItem(unit, { name });
          await unit.em.flush();
          return unit.em.count(Item, { name: { $like: `${body.name}-second-%` } });
        });
        await beforeAnswer();
        return count;
      },
    ),
  ),
  route(
    {
      ...declaration,
      path: '/api/admin/uncounted',
      answers: { 200: empty },
      events: { none: 'for tests' },
      transaction: { none: 'for tests', repetitions: 'refused' },
    },
    () => undefined,
  ),
  route({ ...declaration, path: '/api/admin/looking', answers: { 200: empty }, ...changesNothing }, () => undefined),
];

describe('Idempotency-Key', () => {
  let app: TestApp;
  before(async () => {
    app = await start([sampleService({ beforeCommit: raiseRevision }, routes)]);
  });
  after(() => app.close());

  const create = (who: Principal | null, key: string, body: unknown, path = items): Promise<Answer> =>
    app.as(who).post(path, body, { headers: { 'idempotency-key': key } });

  it('makes a repetition return the same response, including its revision, with a single effect', async () => {
    const events = await app.eventsOf('sample', async () => {
      const first = await create(app.users.editor, 'k1', { name: 'kept', amount: 3 });
      const second = await create(app.users.editor, 'k1', { name: 'kept', amount: 3 });
      deepEqual([first.status, second.status, second.body], [201, 201, first.body]);
      equal(first.headers['idempotency-replayed'], undefined);
      equal(second.headers['idempotency-replayed'], 'true');
      equal(second.headers['content-type'], first.headers['content-type']);
      equal(typeof first.headers['x-revision'], 'string');
      equal(second.headers['x-revision'], first.headers['x-revision']);
    });
    equal(events.length, 1);
  });

  it('leads to 422 for another body or path under the same key', async () => {
    await create(app.users.editor, 'k2', { name: 'first-use' });
    const { status, body } = await create(app.users.editor, 'k2', { name: 'other-use' });
    deepEqual([status, body.name], [422, 'IdempotencyKeyReusedError']);
    equal((await create(app.users.editor, 'k2', { name: 'first-use' }, '/api/admin/careful')).status, 422);
  });

  it('separates the keys of different users', async () => {
    equal((await create(app.users.editor, 'k3', { name: 'of-editor' })).status, 201);
    equal((await create(app.users.admin, 'k3', { name: 'of-admin' })).status, 201);
  });

  it('does not store refusals', async () => {
    equal((await create(app.users.editor, 'k4', { name: 'later' }, '/api/admin/second-try')).status, 403);
    equal((await create(app.users.editor, 'k4', { name: 'later' }, '/api/admin/second-try')).status, 200);
  });

  for (const [path, what] of [
    [items, 'leaves names in use to the index'],
    ['/api/admin/careful', 'looks for names in use first'],
  ] as const) {
    it(`gives fifty concurrent repetitions one effect if the handler ${what}`, async () => {
      const events = await app.eventsOf('sample', async () => {
        const name = `crowd-${path.length}`;
        const answers = await Promise.all(Array.from({ length: 50 }, () => create(app.users.editor, name, { name }, path)));
        deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
        equal(new Set(answers.map(({ headers }) => headers['x-revision'])).size, 1);
        equal(answers.filter(({ headers }) => headers['idempotency-replayed']).length, 49);
      });
      equal(events.length, 1);
    });
  }

  it('leads to 400 for anonymous callers, who could read each other’s responses', async () => {
    const { status, body } = await create(null, 'k5', undefined, '/api/admin/anyone');
    deepEqual([status, body.name], [400, 'BadRequestError']);
    match(body.message, /^Idempotency-Key requires an authenticated caller/);
    equal((await app.as(null).post('/api/admin/anyone')).status, 200);
  });

  it('leads to 400 if the effect is in no database, and is ignored without an effect', async () => {
    const { status, body } = await create(app.users.editor, 'k7', undefined, '/api/admin/uncounted');
    deepEqual([status, body.name], [400, 'BadRequestError']);
    match(body.message, /does not support Idempotency-Key/);
    equal((await create(app.users.editor, 'k7', undefined, '/api/admin/looking')).status, 200);
  });

  describe('of a request that opens units of work itself', () => {
    const ownTransactions = '/api/admin/own-transactions';

    it('gives one effect and one response if the response may be stored', async () => {
      const send = () => create(app.users.editor, 'k8', { name: 'replayed' }, `${ownTransactions}/replayed`);
      const [first, second] = [await send(), await send()];
      deepEqual([first.status, first.body, second.status, second.body], [200, 1, 200, 1]);
      equal(second.headers['idempotency-replayed'], 'true');
      const other = await create(app.users.editor, 'k8', { name: 'other' }, `${ownTransactions}/replayed`);
      equal(other.status, 422);
    });

    it('gives one effect if the response is not stored: repetitions get 409', async () => {
      const send = () => create(app.users.editor, 'k9', { name: 'claimed' }, `${ownTransactions}/claimed`);
      const [first, second] = [await send(), await send()];
      deepEqual([first.status, first.body, second.status, second.body.name], [200, 1, 409, 'ConflictError']);
      match(second.body.message, /^The first request with this Idempotency-Key/);
    });

    it('gives one effect for fifty concurrent repetitions', async () => {
      const send = () => create(app.users.editor, 'k10', { name: 'crowd' }, `${ownTransactions}/claimed`);
      const statuses = (await Promise.all(Array.from({ length: 50 }, send))).map(({ status }) => status);
      const others = statuses.filter((status) => status !== 200);
      equal(others.length, 49, statuses.join());
      // On a busy machine some wait too long for a database connection.
      deepEqual(new Set(others.filter((status) => status !== 503)), new Set([409]));
    });

    it('stays claimed if the response cannot be stored', async () => {
      const rename = (from: string, to: string) =>
        app.store('sample').transaction(async (em) => void (await em.execute(`alter table ${from} rename to ${to}`)));
      const send = () => create(app.users.editor, 'k12', { name: 'unstorable' }, `${ownTransactions}/replayed`);
      beforeAnswer = () => rename('idempotency_record', 'elsewhere');
      const first = await send();
      beforeAnswer = async () => undefined;
      await rename('elsewhere', 'idempotency_record');
      deepEqual([first.status, first.body, (await send()).status], [200, 1, 409]);
    });

    it('is released when the request is refused', async () => {
      const send = (key: string) => create(app.users.editor, key, { name: `refused-${key}`, refused: true }, `${ownTransactions}/replayed`);
      equal((await send('k11')).status, 403);
      equal((await send('k11')).status, 200);
    });
  });

  it('expires after 24 hours', async () => {
    const first = Date.now();
    const cleanAfter = (ms: number) => housekeeping(app.store('sample')).run({ now: () => new Date(ms) } as OpenContext);
    const [day, moment] = [24 * 3_600_000, 60_000];
    equal((await create(app.users.editor, 'k6', { name: 'yesterday' })).status, 201);
    await cleanAfter(first + day - moment);
    equal((await create(app.users.editor, 'k6', { name: 'yesterday' })).headers['idempotency-replayed'], 'true');
    await cleanAfter(first + day + moment);
    equal((await create(app.users.editor, 'k6', { name: 'today' })).status, 201);
  });

  it('may have 200 characters', async () => {
    equal((await create(app.users.editor, 'k'.repeat(200), { name: 'long-key' })).status, 201);
    const { status, body } = await create(app.users.editor, 'k'.repeat(201), { name: 'longer-key' });
    deepEqual([status, body.name], [400, 'BadRequestError']);
  });
});
