import { deepEqual, equal, match, ok, throws } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { runInNewContext } from 'node:vm';
import { type EventBody, roleIds } from '@signalbox/contracts';
import { hourMs } from '@signalbox/kit';
import { type Client, eventually } from '@signalbox/testing';
import { Webhook } from 'standardwebhooks';
import { type IntegrationsApp, openReceiver, type Receiver, startIntegrations } from '../integrations-app.fixture.ts';
import { DeliveryQueue } from '../queue/delivery-queue.ts';
import { EventDelivery } from '../tables/delivery.ts';

const addons = '/api/admin/addons';
const documentation = join(import.meta.dirname, '../../../../docs/integrations.md');

describe('the sender of events', () => {
  let app: IntegrationsApp;
  let admin: Client;
  let receiver: Receiver;
  before(async () => {
    app = await startIntegrations();
    admin = app.as(app.users.admin);
  });
  after(() => app.close());
  beforeEach(async () => {
    receiver = await openReceiver();
  });
  afterEach(async () => {
    for (const { id } of (await admin.get(addons)).body.addons) await admin.delete(`${addons}/${id}`);
    await receiver.close();
  });

  const addon = (change: Record<string, unknown> = {}) => ({
    provider: 'webhook',
    enabled: true,
    events: ['feature-created', 'feature-archived'],
    ...change,
    parameters: { url: receiver.url, ...(change['parameters'] as object | undefined) },
  });
  const create = async (change: Record<string, unknown> = {}): Promise<number> => {
    const { status, body } = await admin.post(addons, addon(change));
    equal(status, 201, JSON.stringify(body));
    return body.id;
  };
  const rows = async (addonId: number) =>
    app
      .store('integrations')
      .reader()
      .fork()
      .find(EventDelivery, { addonId }, { orderBy: { id: 'asc' } });
  const queueOf = async (addonId: number) => app.store('integrations').reader().fork().findOneOrFail(DeliveryQueue, { addonId });
  const featureNames = () => receiver.received.map(({ body }) => JSON.parse(body).featureName as string);
  /** The sender has taken two more turns once it has delivered an event of another type, twice. */
  const oneMoreRound = async () => {
    const witness = await openReceiver();
    const id = await create({ events: ['feature-updated'], parameters: { url: witness.url } });
    for (const states of [['success'], ['success', 'success']]) {
      await app.emit({ type: 'feature-updated' });
      await untilStates(id, states);
    }
    await witness.close();
  };
  const untilStates = (addonId: number, states: string[]) =>
    eventually(async () =>
      deepEqual(
        (await rows(addonId)).map(({ state }) => state),
        states,
      ),
    );

  /** Emits an event and waits until the receiver has it. */
  const untilSent = async (event: Partial<EventBody>) => {
    await app.emit(event);
    await eventually(() => equal(featureNames().at(-1), event.featureName));
  };

  it('posts the event as JSON, like the reference, with an id of this service', async () => {
    const id = await create();
    const messageId = await app.emit({ tags: [{ type: 'simple', value: 'blue' }] });
    await untilStates(id, ['success']);
    const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
    const { id: eventId, createdAt, ...event } = JSON.parse(body);
    ok(Number.isInteger(eventId) && !Number.isNaN(Date.parse(createdAt)));
    deepEqual(event, {
      type: 'feature-created',
      createdBy: 'alice',
      createdByUserId: 7,
      project: 'shop',
      environment: null,
      featureName: 'checkout',
      data: { name: 'checkout' },
      preData: null,
      tags: [{ type: 'simple', value: 'blue' }],
    });
    deepEqual([headers['content-type'], headers['webhook-id'], headers['webhook-signature']], ['application/json', messageId, undefined]);
  });

  it("renders the template, and adds the add-on's headers", async () => {
    const parameters = {
      contentType: 'text/plain',
      authorization: 'Bearer 5f1d',
      customHeaders: '{"X-Team":"checkout"}',
      bodyTemplate: '{{event.createdBy}} made {{{event.featureName}}}{{#event.tags}} {{value}}{{/event.tags}}',
    };
    const id = await create({ parameters });
    await app.emit({ featureName: 'a&b', tags: [{ type: 'simple', value: 'blue' }] });
    await untilStates(id, ['success']);
    const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
    equal(body, 'alice made a&b blue');
    deepEqual([headers['content-type'], headers.authorization, headers['x-team']], ['text/plain', 'Bearer 5f1d', 'checkout']);
  });

  it('sends only events that match type, project and environment', async () => {
    const id = await create({ projects: ['shop'], environments: ['production'] });
    await app.emit({ featureName: 'other-kind', type: 'feature-revived' });
    await app.emit({ featureName: 'other-project', project: 'elsewhere' });
    await app.emit({ featureName: 'other-environment', environment: 'development' });
    await app.emit({ featureName: 'of-it', environment: 'production' });
    await app.emit({ featureName: 'of-all' });
    await untilStates(id, ['success', 'success']);
    deepEqual(featureNames(), ['of-it', 'of-all']);
  });

  it('sends only events of its features, if it is limited to features', async () => {
    const id = await create({ features: ['checkout', 'search'] });
    await app.emit({ featureName: 'other' });
    await app.emit({ featureName: null });
    await app.emit({ featureName: 'checkout' });
    await app.emit({ featureName: 'search' });
    await untilStates(id, ['success', 'success']);
    deepEqual(featureNames(), ['checkout', 'search']);
  });

  it("signs with the add-on's secret, and with the previous one during the overlap", async () => {
    const id = await create();
    const rotate = async () => (await admin.post(`${addons}/${id}/signing-secret`, { overlapHours: 2 })).body;
    const first = await rotate();
    equal(first.previousUntil, null);
    await app.emit({ featureName: 'one' });
    await eventually(() => equal(receiver.received.length, 1));
    const second = await rotate();
    ok(Date.parse(second.previousUntil) > app.now().getTime() + hourMs);
    await app.emit({ featureName: 'two' });
    await eventually(() => equal(receiver.received.length, 2));
    app.wait(3 * hourMs);
    await app.emit({ featureName: 'three' });
    await eventually(() => equal(receiver.received.length, 3));
    const verifies = (secret: string, index: number, change = ''): boolean => {
      const { headers, body: sent } = receiver.received[index] as (typeof receiver.received)[0];
      const body = sent + change;
      // The library uses the machine's clock, but the third message is hours ahead.
      const now = Date.now;
      Date.now = () => 1000 * Number(headers['webhook-timestamp']);
      try {
        return Boolean(new Webhook(secret).verify(body, headers as Record<string, string>));
      } catch {
        return false;
      } finally {
        Date.now = now;
      }
    };
    deepEqual(
      [0, 1, 2].map((index) => [verifies(first.secret, index), verifies(second.secret, index)]),
      [
        [true, false],
        [true, true],
        [false, true],
      ],
    );
    equal(verifies(second.secret, 1, ' '), false);
  });

  it('creates signatures that the documented code verifies', async () => {
    const [, code = ''] =
      /```js\nimport \{ Webhook \} from 'standardwebhooks';\n([\s\S]*?)```/.exec(readFileSync(documentation, 'utf8')) ?? [];
    const secret = `whsec_${Buffer.from('of the documentation').toString('base64')}`;
    const [id, now, body] = ['msg_1', new Date(), JSON.stringify({ type: 'feature-created' })];
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, now, body),
    };
    const process = { env: { WEBHOOK_SECRET: secret } };
    const run = (text: string): unknown => runInNewContext(`${code}; event`, { Webhook, process, body: text, request: { headers } });
    deepEqual(run(body), { type: 'feature-created' });
    throws(() => run(`${body} `), /No matching signature/);
  });

  it('keeps the order of events: later ones wait while the first is retried', async () => {
    const id = await create();
    const answers = [500, 503, 200, 200, 200];
    receiver.answer = () => answers.shift() ?? 200;
    for (const featureName of ['a', 'b', 'c']) await app.emit({ featureName });
    await eventually(async () => equal((await rows(id))[0]?.attempts, 1));
    deepEqual(
      (await rows(id)).map(({ state, status, problem }) => [state, status, problem]),
      [
        ['waiting', 500, 'the receiver returned 500'],
        ['waiting', null, null],
        ['waiting', null, null],
      ],
    );
    await oneMoreRound();
    deepEqual(featureNames(), ['a']);
    app.wait(5000);
    await eventually(async () => equal((await rows(id))[0]?.attempts, 2));
    app.wait(30_000);
    await untilStates(id, ['success', 'success', 'success']);
    deepEqual(featureNames(), ['a', 'a', 'a', 'b', 'c']);
    equal((await queueOf(id)).waiting, 0);
  });

  it('gives up after some hours, and continues with the next event', async () => {
    const id = await create();
    receiver.answer = ({ body }) => (body.includes('"bad"') ? 500 : 200);
    for (const featureName of ['bad', 'good']) await app.emit({ featureName });
    const start = app.now().getTime();
    for (let attempts = 1; attempts < 9; attempts += 1) {
      await eventually(async () => equal((await rows(id))[0]?.attempts, attempts));
      app.wait(((await queueOf(id)).dueAt?.getTime() ?? 0) - app.now().getTime());
    }
    await untilStates(id, ['failed', 'success']);
    const [bad] = await rows(id);
    deepEqual([bad?.attempts, bad?.problem], [9, 'the receiver returned 500']);
    const tookMs = (bad?.finishedAt?.getTime() ?? 0) - start;
    ok(tookMs > 3 * hourMs && tookMs <= 8 * hourMs + 10_000, String(tookMs));
  });

  it('tries a refused event four times', async () => {
    const id = await create();
    receiver.answer = () => 404;
    await app.emit({});
    for (let attempts = 1; attempts < 4; attempts += 1) {
      await eventually(async () => equal((await rows(id))[0]?.attempts, attempts));
      app.wait(120_000);
    }
    await untilStates(id, ['failed']);
    equal(receiver.received.length, 4);
  });

  it('sends to all channels even if one is gone, and does not repeat successful requests', async () => {
    const id = await create({ provider: 'slack', parameters: { defaultChannel: 'general' } });
    let isBusy = true;
    receiver.answer = ({ body }) => (body.includes('#gone') ? 404 : body.includes('#busy') && isBusy ? 503 : 200);
    await app.emit({ tags: ['general', 'gone', 'ops', 'busy', 'last'].map((value) => ({ type: 'slack', value })) });
    const channels = () => receiver.received.map(({ body }) => JSON.parse(body).channel as string);
    await eventually(async () => equal((await rows(id))[0]?.attempts, 1));
    deepEqual(channels(), ['#general', '#gone', '#ops', '#busy']);
    isBusy = false;
    for (let attempts = 2; attempts < 5; attempts += 1) {
      app.wait(120_000);
      await eventually(async () => equal((await rows(id))[0]?.attempts, attempts));
    }
    await untilStates(id, ['failed']);
    deepEqual(channels().slice(4), ['#gone', '#busy', '#last', '#gone', '#gone']);
    match((await rows(id))[0]?.problem ?? '', /the receiver returned 404/);
  });

  it('sends to all channels of the App for Slack even if it reports with status 200 that one is gone', async () => {
    const own = await startIntegrations({ settings: { SLACK_API_URL: receiver.url } });
    const channelIn = (body: string) => JSON.parse(body).channel as string;
    receiver.answer = ({ body }) => {
      const result = channelIn(body) === 'gone' ? { ok: false, error: 'channel_not_found' } : { ok: true };
      return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(result) };
    };
    const parameters = { accessToken: 'xoxb-1', defaultChannels: 'general, gone, ops' };
    const installed = await own.as(own.users.admin).post(addons, { ...addon(), provider: 'slack-app', parameters });
    equal(installed.status, 201, JSON.stringify(installed.body));
    await own.emit({});
    const channels = () => receiver.received.map(({ body }) => channelIn(body));
    const stored = () => own.store('integrations').reader().fork();
    const attempts = async () => (await stored().find(EventDelivery, {}))[0]?.attempts;
    await eventually(async () => equal(await attempts(), 1));
    deepEqual(channels(), ['general', 'gone', 'ops']);
    for (let count = 2; count < 5; count += 1) {
      own.wait(120_000);
      await eventually(async () => equal(await attempts(), count));
    }
    deepEqual(channels().slice(3), ['gone', 'gone', 'gone']);
    await own.close();
  });

  for (const [title, retryAfter] of [
    ['seconds', () => '600'],
    ['a date', () => new Date(app.now().getTime() + 600_000).toUTCString()],
  ] as const)
    it(`follows Retry-After in ${title}, up to an hour`, async () => {
      const id = await create();
      receiver.answer = () => ({ status: 429, headers: { 'retry-after': retryAfter() } });
      await app.emit({});
      await eventually(async () => equal((await rows(id))[0]?.attempts, 1));
      const delayMs = ((await queueOf(id)).dueAt?.getTime() ?? 0) - app.now().getTime();
      ok(delayMs > 580_000 && delayMs <= 600_000, String(delayMs));
    });

  it('does not follow redirects', async () => {
    const elsewhere = await openReceiver();
    const id = await create();
    receiver.answer = () => ({ status: 307, headers: { location: elsewhere.url } });
    await app.emit({});
    await eventually(async () => equal((await rows(id))[0]?.problem, 'the receiver returned 307'));
    equal(elsewhere.received.length, 0);
    await elsewhere.close();
  });

  it('times out', async () => {
    const hasty = await startIntegrations({ settings: { INTEGRATIONS_TIMEOUT_MS: '100' } });
    receiver.answer = () => new Promise(() => undefined);
    const { body } = await hasty.as(hasty.users.admin).post(addons, addon());
    await hasty.emit({});
    const reader = () => hasty.store('integrations').reader();
    await eventually(async () => match((await reader().find(EventDelivery, { addonId: body.id }))[0]?.problem ?? '', /in time/));
    await hasty.close();
  });

  it('limits the size of responses', async () => {
    const id = await create();
    receiver.answer = () => ({ status: 200, body: 'x'.repeat(2_000_000) });
    await app.emit({});
    await untilStates(id, ['success']);
  });

  it('does not let a slow receiver delay others', async () => {
    const slow = await openReceiver();
    const gate = Promise.withResolvers<number>();
    slow.answer = () => gate.promise;
    const [first, second] = [await create({ parameters: { url: slow.url } }), await create()];
    for (const featureName of ['a', 'b', 'c', 'd']) await app.emit({ featureName });
    await untilStates(
      second,
      Array.from({ length: 4 }, () => 'success'),
    );
    deepEqual(
      (await rows(first)).map(({ state }) => state),
      Array.from({ length: 4 }, () => 'waiting'),
    );
    gate.resolve(200);
    await untilStates(
      first,
      Array.from({ length: 4 }, () => 'success'),
    );
    await slow.close();
  });

  it('sends nothing while the add-on is disabled: waiting events stay, and new ones are ignored', async () => {
    const id = await create();
    receiver.answer = () => 500;
    await app.emit({ featureName: 'before' });
    await eventually(async () => equal((await rows(id))[0]?.attempts, 1));
    await admin.put(`${addons}/${id}`, addon({ enabled: false }));
    receiver.answer = () => 200;
    app.wait(hourMs);
    await app.emit({ featureName: 'meanwhile' });
    await oneMoreRound();
    equal(receiver.received.length, 1);
    await admin.put(`${addons}/${id}`, addon());
    await untilStates(id, ['success']);
    deepEqual(featureNames(), ['before', 'before']);
  });

  it('sends an event once even if its message arrives twice', async () => {
    const id = await create();
    const messageId = await app.emit({ featureName: 'a' });
    await app.emit({ featureName: 'a' }, messageId);
    await app.emit({ featureName: 'b' });
    await untilStates(id, ['success', 'success']);
    deepEqual(featureNames(), ['a', 'b']);
  });

  it("sends each event once even if another process's clock is hours ahead", async () => {
    let hours = -3; // nothing is due for the other process until this one sends
    const now = () => new Date(app.now().getTime() + hours * hourMs);
    const other = await startIntegrations({ workspace: app.workspace, effects: { now } });
    const id = await create();
    receiver.answer = () => {
      hours = 3;
      return later(300, 200); // longer than the other process waits to look, and far below the time limit of an attempt
    };
    const names = ['a', 'b', 'c', 'd'];
    for (const featureName of names) await app.emit({ featureName });
    await untilStates(
      id,
      names.map(() => 'success'),
    );
    await other.close({ keepData: true });
    deepEqual(featureNames(), names);
  });

  it('sends waiting events to a new URL only if the new filter and owner allow them', async () => {
    const { users } = app;
    await users.know('shop');
    await users.hide('hidden-shop');
    const updater = app.as(users.someone(await users.role({ permission: 'UPDATE_ADDON' })));
    const id = await create({ events: ['feature-created', 'user-created'] });
    receiver.answer = () => 500;
    await app.emit({ type: 'user-created', project: null, featureName: null, data: { id: 3, email: 'ada@signalbox.example' } });
    await app.emit({ project: 'hidden-shop', featureName: 'secret' });
    await app.emit({ featureName: 'public' });
    await eventually(async () => deepEqual([(await rows(id)).length, (await rows(id))[0]?.attempts], [3, 1]));
    const elsewhere = await openReceiver();
    const change = { events: ['feature-created'], projects: ['shop'], parameters: { url: elsewhere.url } };
    equal((await updater.put(`${addons}/${id}`, addon(change))).status, 200);
    app.wait(60_000);
    await untilStates(id, ['failed', 'failed', 'success']);
    deepEqual(
      elsewhere.received.map(({ body }) => JSON.parse(body).featureName),
      ['public'],
    );
    const excluded = 'the filter of the add-on excludes the event, or its owner cannot see the project';
    deepEqual(
      (await rows(id)).map(({ problem }) => problem),
      [excluded, excluded, null],
    );
    await elsewhere.close();
  });

  it('sends no waiting event of a project that the owner can no longer see', async () => {
    const { users } = app;
    await users.know('launch');
    const owner = users.someone(await users.role({ permission: 'CREATE_ADDON' }));
    const { id } = (await app.as(owner).post(addons, addon({ projects: ['launch'] }))).body;
    receiver.answer = () => 500;
    await app.emit({ project: 'launch' });
    await eventually(async () => equal((await rows(id))[0]?.attempts, 1));
    await users.hide('launch');
    app.wait(60_000);
    await untilStates(id, ['failed']);
    equal(receiver.received.length, 1);
  });

  it('sends only events that the owner of the add-on can see with the current root role', async () => {
    const { users } = app;
    await users.hide('vault');
    const editor = users.someone(roleIds.editor);
    const id = (await app.as(editor).post(addons, addon({ projects: ['vault'] }))).body.id as number;
    const change = async (type: string, rootRole: number) => {
      const account = { id: editor.id, name: null, username: 'ada', email: null, rootRole };
      await app.emit({ type, project: null, featureName: null, data: account, preData: { ...account, rootRole: roleIds.editor } });
    };
    await untilSent({ project: 'vault', featureName: 'a' });
    await change('user-updated', roleIds.viewer);
    await app.emit({ project: 'vault', featureName: 'b' });
    await change('service-account-updated', roleIds.editor);
    await untilSent({ project: 'vault', featureName: 'c' });
    equal((await rows(id)).length, 2);
    deepEqual(featureNames(), ['a', 'c']);
  });

  it('sends only events that the owner of the add-on can see with the current groups', async () => {
    const { users } = app;
    await users.hide('cellar');
    await users.grantGroup(77, roleIds.member, 'cellar');
    const owner = users.someone(await users.role({ permission: 'CREATE_ADDON' }));
    const created = await app.as({ ...owner, groups: [77] }).post(addons, addon({ projects: ['cellar'] }));
    const id = created.body.id as number;
    const change = async (type: string, member: boolean) => {
      const group = { id: 77, name: 'crew', description: null, mappingsSSO: [], rootRole: null, users: member ? [owner.id] : [] };
      const content = type === 'group-deleted' ? { data: null, preData: group } : { data: group, preData: null };
      await app.emit({ type, project: null, featureName: null, ...content });
    };
    await untilSent({ project: 'cellar', featureName: 'a' });
    await change('group-updated', false);
    await app.emit({ project: 'cellar', featureName: 'b' });
    await change('group-created', true);
    await untilSent({ project: 'cellar', featureName: 'c' });
    await change('group-deleted', true);
    await app.emit({ project: 'cellar', featureName: 'd' });
    await create({ projects: ['cellar'], events: ['feature-archived'] });
    await untilSent({ project: 'cellar', featureName: 'last', type: 'feature-archived' });
    equal((await rows(id)).length, 2);
    deepEqual(featureNames(), ['a', 'c', 'last']);
  });

  it('sends only events that the owner of the add-on can see, and disables the add-on when the owner is deleted', async () => {
    const { users } = app;
    await users.know('plans');
    const owner = users.someone(await users.role({ permission: 'CREATE_ADDON' }));
    const own = (await app.as(owner).post(addons, addon({ projects: ['plans'] }))).body.id as number;
    const administrators = await create({ projects: ['plans'] });
    const seen = async (featureName: string, of: number, names: string[]) => {
      await app.emit({ project: 'plans', featureName });
      await eventually(async () => equal((await rows(administrators)).length, receiver.received.length - (await rows(of)).length));
      await eventually(() => deepEqual(new Set(featureNames()), new Set(names)));
    };
    await seen('public', own, ['public']);
    equal((await rows(own)).length, 1);
    await users.hide('plans');
    equal((await app.as(owner).get(`${addons}/${own}`)).status, 404);
    await seen('secret', own, ['public', 'secret']);
    equal((await rows(own)).length, 1);
    await app.emit({ type: 'user-deleted', project: null, featureName: null, data: null, preData: { id: owner.id } });
    await eventually(async () => equal((await admin.get(`${addons}/${own}`)).body.enabled, false));
    equal((await admin.get(`${addons}/${administrators}`)).body.enabled, true);
  });
});
