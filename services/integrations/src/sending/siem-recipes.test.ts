import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventDefinitions } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { type IntegrationsApp, openReceiver, type Receiver, startIntegrations } from '../integrations-app.fixture.ts';

interface Recipe {
  readonly description: string;
  readonly events: readonly string[];
  readonly parameters: { readonly url: string; readonly authorization?: string };
}

const page = readFileSync(join(import.meta.dirname, '../../../../docs/guides/siem.md'), 'utf8');
const recipes = [...page.matchAll(/^```json \[.+?\]\n(.+?)^```$/gms)].map(([, json = '']) => JSON.parse(json) as Recipe);

/** Path and credential that each system expects. */
const expected: Readonly<Record<string, { readonly path: string; readonly header: string; readonly value: string }>> = {
  Splunk: {
    path: '/services/collector/raw?sourcetype=signalbox',
    header: 'authorization',
    value: 'Splunk 00000000-0000-0000-0000-000000000000',
  },
  Elastic: { path: '/signalbox-events/_doc', header: 'authorization', value: 'ApiKey encoded-key' },
  'Datadog logs': { path: '/api/v2/logs?ddsource=signalbox&service=signalbox', header: 'dd-api-key', value: 'key' },
};

describe('the recipes for SIEMs', () => {
  let app: IntegrationsApp;
  let receiver: Receiver;
  before(async () => {
    [app, receiver] = await Promise.all([startIntegrations(), openReceiver()]);
  });
  after(async () => {
    await app.close();
    await receiver.close();
  });

  it('cover three systems, and name events that exist', () => {
    deepEqual(recipes.map(({ description }) => description).sort(), Object.keys(expected).sort());
    for (const { events } of recipes)
      deepEqual(
        events.filter((type) => ![...eventDefinitions.values()].some((event) => event.type === type)),
        [],
      );
  });

  for (const recipe of recipes)
    it(`send an event to ${recipe.description} in one request with its path and credential`, async () => {
      const { path, header, value } = expected[recipe.description] ?? { path: '', header: '', value: '' };
      const url = recipe.parameters.url.replace(/^https:\/\/[^/]+\//, receiver.url);
      const admin = app.as(app.users.admin);
      const { status, body } = await admin.post('/api/admin/addons', { ...recipe, parameters: { ...recipe.parameters, url } });
      equal(status, 201);
      const data = { id: 7, username: 'ann' };
      const id = await app.emit({ type: 'user-created', project: null, featureName: null, data });
      await eventually(() => equal(receiver.received.at(-1)?.headers['webhook-id'], id));
      await admin.delete(`/api/admin/addons/${body.id}`);
      const received = receiver.received.filter(({ headers }) => headers['webhook-id'] === id);
      equal(received.length, 1);
      equal(received[0]?.path, path);
      equal(received[0]?.headers[header], value);
      equal(received[0]?.headers['content-type'], 'application/json');
      const event = JSON.parse(received[0]?.body ?? '');
      deepEqual([event.type, event.createdBy, event.data], ['user-created', 'alice', data]);
      ok(!Number.isNaN(Date.parse(event.createdAt)));
    });
});
