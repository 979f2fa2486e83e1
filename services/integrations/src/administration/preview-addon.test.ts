import { deepEqual, equal } from 'node:assert/strict';
import type { Permission } from '@signalbox/contracts';
import { type IntegrationsApp, startIntegrations } from '../integrations-app.fixture.ts';

const path = '/api/admin/addons/preview';

describe('the preview of an add-on', () => {
  let app: IntegrationsApp;
  before(async () => {
    app = await startIntegrations();
  });
  after(() => app.close());

  const preview = (provider: string, parameters: object) => app.as(app.users.admin).post(path, { provider, parameters });
  const bodiesOf = async (provider: string, parameters: object): Promise<unknown[]> => {
    const { status, body } = await preview(provider, parameters);
    equal(status, 200, JSON.stringify(body));
    return body.bodies.map((text: string) => JSON.parse(text) as unknown);
  };

  it('fills the body template with an example event by the caller', async () => {
    const bodyTemplate = '{ "text": "{{event.createdBy}}: {{event.type}} {{event.featureName}}{{event.nothing}}" }';
    const text = `${app.users.admin.name}: feature-environment-enabled signalbox-test`;
    deepEqual(await bodiesOf('webhook', { bodyTemplate }), [{ text }]);
  });

  it('is the event as JSON without a template', async () => {
    const [{ createdAt, ...event }] = (await bodiesOf('webhook', {})) as [{ createdAt: string }];
    equal(Number.isNaN(Date.parse(createdAt)), false);
    deepEqual(event, {
      id: 1,
      type: 'feature-environment-enabled',
      createdBy: app.users.admin.name,
      createdByUserId: app.users.admin.id,
      project: 'default',
      environment: 'development',
      featureName: 'signalbox-test',
      data: null,
      preData: null,
      tags: [],
    });
  });

  it('has one body for each channel', async () => {
    const bodies = (await bodiesOf('slack-app', { defaultChannels: 'ops, releases' })) as { channel: string }[];
    deepEqual(
      bodies.map(({ channel }) => channel),
      ['ops', 'releases'],
    );
    deepEqual(await bodiesOf('slack-app', {}), []);
  });

  it('refuses invalid and secret parameters, and names them', async () => {
    const refused = async (provider: string, parameters: object) => {
      const { status, body } = await preview(provider, parameters);
      return [status, body.details?.[0].path];
    };
    const nested = '{{#event}}'.repeat(900) + '{{/event}}'.repeat(900);
    deepEqual(await refused('webhook', { bodyTemplate: '{{#event}}' }), [400, 'parameters/bodyTemplate']);
    deepEqual(await refused('webhook', { bodyTemplate: nested }), [400, 'parameters/bodyTemplate']);
    deepEqual(await refused('webhook', { contentType: 'a\nb' }), [400, 'parameters/contentType']);
    deepEqual(await refused('webhook', { authorization: '*****' }), [400, 'parameters/authorization']);
    deepEqual(await refused('webhook', { color: 'red' }), [400, 'parameters/color']);
    deepEqual(await refused('pager', {}), [400, 'provider']);
  });

  it('requires the permission to create or update add-ons', async () => {
    const { users } = app;
    const statusFor = async (permission: Permission) =>
      (await app.as(users.someone(await users.role({ permission }))).post(path, { provider: 'webhook', parameters: {} })).status;
    deepEqual([await statusFor('CREATE_ADDON'), await statusFor('UPDATE_ADDON'), await statusFor('DELETE_ADDON')], [200, 200, 403]);
  });
});
