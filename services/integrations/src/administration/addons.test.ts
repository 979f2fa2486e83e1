import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { eventKinds } from '@signalbox/contracts';
import { type Client } from '@signalbox/testing';
import { Addon } from '../addon/addon.ts';
import { readParameters } from '../addon/addon-parameters.ts';
import { type IntegrationsApp, startIntegrations } from '../integrations-app.fixture.ts';
import { cipherOf } from '@signalbox/cipher';

const addons = '/api/admin/addons';
const url = 'https://hooks.example.com/features';
const webhook = { provider: 'webhook', enabled: true, parameters: { url }, events: ['feature-created'] };

describe('the administration of add-ons', () => {
  let app: IntegrationsApp;
  let admin: Client;
  before(async () => {
    app = await startIntegrations();
    admin = app.as(app.users.admin);
  });
  after(() => app.close());

  const create = async (body: object = webhook): Promise<{ id: number }> => {
    const response = await admin.post(addons, body);
    equal(response.status, 201, JSON.stringify(response.body));
    return response.body;
  };
  /** The stored parameters, with secrets in clear text. */
  const storedValues = async (id: number) => {
    const addon = await app.store('integrations').reader().findOneOrFail(Addon, { id });
    return readParameters(addon, cipherOf('integrations', app.host.settings)).values;
  };

  it('lists providers with their parameters and suggested event types', async () => {
    const { status, body } = await admin.get(addons);
    equal(status, 200);
    deepEqual(
      body.providers.map((provider: { name: string; parameters: { name: string; required: boolean; sensitive: boolean }[] }) => [
        provider.name,
        ...provider.parameters.map(({ name, required, sensitive }) => `${name}${required ? ' required' : ''}${sensitive ? ' secret' : ''}`),
      ]),
      [
        ['webhook', 'url required secret', 'contentType', 'authorization secret', 'customHeaders secret', 'bodyTemplate'],
        ['slack', 'url required secret', 'username', 'emojiIcon', 'defaultChannel required', 'customHeaders secret'],
        ['slack-app', 'accessToken required secret', 'defaultChannels'],
        ['teams', 'url required secret', 'customHeaders secret'],
        ['teamsworkflow', 'url required secret', 'customHeaders secret'],
        ['datadog', 'url', 'apiKey required secret', 'sourceTypeName', 'customHeaders secret', 'bodyTemplate'],
      ],
    );
    for (const { events } of body.providers) for (const type of events) ok(eventKinds.includes(type), type);
  });

  it('creates an add-on, masks its secrets, and publishes an event without parameters', async () => {
    const parameters = { url, authorization: 'Bearer 5f1d', contentType: 'application/json' };
    const events = await app.eventsOf('integrations', async () => {
      const { status, body } = await admin.post(addons, { ...webhook, description: 'Board', parameters, projects: ['default'] });
      equal(status, 201);
      const { id, createdAt, ...rest } = body;
      ok(id > 0 && !Number.isNaN(Date.parse(createdAt)));
      deepEqual(rest, {
        ...webhook,
        description: 'Board',
        parameters: { url: '*****', authorization: '*****', contentType: 'application/json' },
        projects: ['default'],
        environments: [],
        features: [],
      });
      deepEqual((await admin.get(`${addons}/${id}`)).body, body);
      deepEqual((await admin.get(addons)).body.addons.at(-1), body);
      deepEqual(await storedValues(id), parameters);
      const { secrets, parameters: open } = await app.store('integrations').reader().findOneOrFail(Addon, { id });
      deepEqual(open, { contentType: 'application/json' });
      ok(secrets && !/5f1d|example/.test(secrets));
    });
    equal(events.length, 1);
    const [{ type, data }] = events as [(typeof events)[0]];
    equal(type, 'addon-config-created');
    deepEqual(Object.keys(data as object).sort(), [
      'description',
      'enabled',
      'environments',
      'events',
      'features',
      'id',
      'projects',
      'provider',
    ]);
  });

  it('keeps masked secrets on updates, and publishes the change', async () => {
    const { id } = await create({ ...webhook, parameters: { url, authorization: 'Bearer 5f1d' } });
    const change = { ...webhook, events: ['feature-archived'], parameters: { url: '*****', authorization: '*****' } };
    const events = await app.eventsOf('integrations', async () => {
      const { status, body } = await admin.put(`${addons}/${id}`, change);
      equal(status, 200);
      deepEqual([body.events, body.parameters], [['feature-archived'], change.parameters]);
      await admin.put(`${addons}/${id}`, change);
    });
    deepEqual(
      events.map(({ type, data, preData }) => [type, (data as Addon).events, (preData as Addon).events]),
      [['addon-config-updated', ['feature-archived'], ['feature-created']]],
    );
    deepEqual(await storedValues(id), { url, authorization: 'Bearer 5f1d' });
  });

  it('publishes the rotation of a signing secret, without the secret', async () => {
    const { id } = await create();
    let secret = '';
    const events = await app.eventsOf('integrations', async () => {
      ({ secret } = (await admin.post(`${addons}/${id}/signing-secret`, {})).body);
    });
    deepEqual(
      events.map(({ type, data, preData }) => [type, (data as Addon).id, (preData as Addon).id]),
      [['addon-config-updated', id, id]],
    );
    ok(secret !== '' && !JSON.stringify(events).includes(secret));
  });

  it('never sends a stored secret to a different URL', async () => {
    const { id } = await create({ ...webhook, parameters: { url, authorization: 'Bearer 5f1d' } });
    const elsewhere = { ...webhook, parameters: { url: 'https://elsewhere.example/', authorization: '*****' } };
    const { status, body } = await admin.put(`${addons}/${id}`, elsewhere);
    deepEqual([status, body.name, body.details[0].path], [400, 'BadDataError', 'parameters/authorization']);
    equal((await admin.put(`${addons}/${id}`, { ...elsewhere, parameters: { url, authorization: 'Bearer 77' } })).status, 200);
    deepEqual(await storedValues(id), { url, authorization: 'Bearer 77' });
    const datadog = { ...webhook, provider: 'datadog', parameters: { apiKey: 'k' } };
    const { id: other } = await create(datadog);
    const moved = { ...datadog, parameters: { apiKey: '*****', url: 'https://elsewhere.example/' } };
    equal((await admin.put(`${addons}/${other}`, moved)).status, 400);
  });

  it('deletes an add-on, and answers 404 afterwards', async () => {
    const { id } = await create();
    const events = await app.eventsOf('integrations', async () => equal((await admin.delete(`${addons}/${id}`)).status, 200));
    deepEqual(
      events.map(({ type, data, preData }) => [type, data, (preData as Addon).id]),
      [['addon-config-deleted', null, id]],
    );
    for (const { status, body } of [
      await admin.get(`${addons}/${id}`),
      await admin.put(`${addons}/${id}`, webhook),
      await admin.delete(`${addons}/${id}`),
    ])
      deepEqual([status, body.name], [404, 'NotFoundError']);
  });

  const refusals: [string, object, string][] = [
    ['an unknown provider', { provider: 'pager' }, 'provider'],
    ['a missing required parameter', { parameters: {} }, 'parameters/url'],
    ['an unknown parameter', { parameters: { url, color: 'red' } }, 'parameters/color'],
    ['a mask without a stored secret', { parameters: { url: '*****' } }, 'parameters/url'],
    ['an invalid URL', { parameters: { url: 'nowhere' } }, 'parameters/url'],
    ['a URL with another scheme', { parameters: { url: 'file:///etc/passwd' } }, 'parameters/url'],
    ['a URL in a private network', { parameters: { url: 'https://169.254.169.254/' } }, 'parameters/url'],
    ['a URL with a password', { parameters: { url: 'https://a:b@example.com/' } }, 'parameters/url'],
    ['an invalid template', { parameters: { url, bodyTemplate: '{{#event}}' } }, 'parameters/bodyTemplate'],
    ['headers that are not JSON', { parameters: { url, customHeaders: 'X-Team: a' } }, 'parameters/customHeaders'],
    ['a reserved header', { parameters: { url, customHeaders: '{"Webhook-Id":"1"}' } }, 'parameters/customHeaders'],
    ['a header with a line break', { parameters: { url, customHeaders: '{"x":"a\\r\\nb: c"}' } }, 'parameters/customHeaders'],
    ['an authorization with a line break', { parameters: { url, authorization: 'a\nb' } }, 'parameters/authorization'],
    ['an unknown event type', { events: ['feature-created', 'lunch'] }, 'events/1'],
  ];
  for (const [what, change, path] of refusals)
    it(`refuses ${what}, and names it`, async () => {
      const { status, body } = await admin.post(addons, { ...webhook, ...change });
      deepEqual([status, body.name, body.details[0].path], [400, 'BadDataError', path]);
      ok(!body.message.includes('passwd'));
    });

  it('refuses a body with the wrong shape', async () => {
    for (const change of [
      { enabled: 'yes' },
      { events: 'all' },
      { parameters: { url: {} } },
      { parameters: { url, bodyTemplate: 'x'.repeat(10_001) } },
      { projects: [''] },
    ])
      equal((await admin.post(addons, { ...webhook, ...change })).body.name, 'ValidationError', JSON.stringify(change));
    equal((await admin.get(`${addons}/0`)).status, 400);
  });

  it('allows viewers to read, and requires permissions for changes', async () => {
    const { id } = await create();
    const viewer = app.as(app.users.viewer);
    equal((await viewer.get(`${addons}/${id}`)).status, 200);
    const refused = [
      await viewer.post(addons, webhook),
      await viewer.put(`${addons}/${id}`, webhook),
      await viewer.delete(`${addons}/${id}`),
      await viewer.post(`${addons}/${id}/signing-secret`, {}),
    ];
    deepEqual(
      refused.map(({ status, body }) => [status, body.permissions]),
      [
        [403, ['CREATE_ADDON']],
        [403, ['UPDATE_ADDON']],
        [403, ['DELETE_ADDON']],
        [403, ['UPDATE_ADDON']],
      ],
    );
    equal((await app.as(null).get(addons)).status, 401);
  });

  it('hides an add-on with a project that the caller cannot see', async () => {
    await app.users.hide('secret-plans');
    const { id } = await create({ ...webhook, projects: ['default', 'secret-plans'] });
    const viewer = app.as(app.users.viewer);
    equal((await viewer.get(`${addons}/${id}`)).status, 404);
    ok(!JSON.stringify((await viewer.get(addons)).body).includes('secret-plans'));
    equal((await app.as(app.users.editor).get(`${addons}/${id}`)).status, 200);
  });

  it('refuses filters for events that the caller cannot see in the log', async () => {
    await app.users.hide('secret-plans');
    const { users } = app;
    const installer = app.as(users.someone(await users.role({ permission: 'CREATE_ADDON' })));
    const refused = async (change: object) => {
      const { status, body } = await installer.post(addons, { ...webhook, ...change });
      return [status, body.message, body.permissions, body.details[0].path];
    };
    const [everything, hidden] = [await refused({}), await refused({ projects: ['secret-plans'] })];
    equal(everything[0], 403);
    match(everything[1], /List the projects/);
    deepEqual(everything.slice(2), [['ADMIN'], 'projects']);
    deepEqual(hidden, [400, 'There is no project secret-plans.', undefined, 'projects/0']);
    deepEqual(await refused({ projects: ['never-heard-of'] }), [400, 'There is no project never-heard-of.', undefined, 'projects/0']);
    equal((await refused({ projects: ['default'], events: ['user-created'] }))[0], 403);
    equal((await installer.post(addons, { ...webhook, projects: ['default'] })).status, 201);
    equal((await app.as(users.editor).post(addons, { ...webhook, events: ['user-created'] })).status, 403);
    equal((await app.as(users.editor).post(addons, webhook)).status, 201);
  });
});
