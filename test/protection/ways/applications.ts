import { equal } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import { apart, refused, type Ways } from '../way.ts';
import type { Stage } from '../stage.ts';

const time = '2026-01-01T00:00:00.000Z';
const context = { appName: 'till', userId: '7' };
const server = { by: ({ world }: Pick<Stage, 'world'>) => world.app.with({ authorization: world.tokens.client }) };
const page = { by: ({ world }: Stage) => world.app.with({ authorization: world.tokens.frontend }) };
const registration = { appName: 'till', instanceId: 'one', strategies: ['default'], started: time, interval: 10 };
const usage = async (on: Stage) => ({
  appName: 'till',
  instanceId: 'one',
  bucket: { start: time, stop: time, toggles: { [(await on.feature()).name]: { yes: 1, no: 0, variants: {} } } },
});
const bulk = async (on: Stage) => ({
  applications: [registration],
  metrics: [{ featureName: (await on.feature()).name, appName: 'till', environment: 'production', timestamp: time, yes: 1, no: 0 }],
});
const ofApplication = { at: { appName: 'till' } };
const services = ['identity', 'toggles', 'change-requests', 'audit', 'integrations'];
const message = '00000000-0000-7000-8000-000000000000';
const ofAddon = async (on: Stage) => ({ id: await on.addon() });
const receiver = { provider: 'webhook', enabled: true, events: ['feature-created'], parameters: { url: 'https://example.org/hook' } };

/** Requests of applications, relays and other systems, and operations on receivers and on the log. */
export const waysOfApplications: Ways = {
  'POST /api/frontend': apart({ ...page, body: { context } }),
  'POST /api/proxy': apart({ ...page, body: { context } }),
  'POST /ofrep/v1/evaluate/flags': apart({ ...server, body: { context: { targetingKey: '7' } } }),
  'POST /ofrep/v1/evaluate/flags/:key': apart({
    ...server,
    at: async (on: Stage) => ({ key: (await on.feature()).name }),
    body: { context: { targetingKey: '7' } },
  }),
  'POST /edge/validate': apart({ ...server, body: ({ world }: Stage) => ({ tokens: [world.tokens.client] }) }),
  'POST /api/client/metrics': apart({ ...server, body: usage }),
  'POST /api/frontend/client/metrics': apart({ ...page, body: usage }),
  'POST /api/proxy/client/metrics': apart({ ...page, body: usage }),
  'POST /api/client/metrics/bulk': apart({ ...server, body: bulk }),
  'POST /edge/metrics': apart({ ...server, body: bulk }),
  'POST /api/client/register': apart({ ...server, body: registration }),
  'POST /api/frontend/client/register': apart({ ...page, body: registration }),
  'POST /api/proxy/client/register': apart({ ...page, body: registration }),
  'POST /api/client/metrics/edge': apart({ ...server, body: { identifier: 'edge', appName: 'edge', edgeVersion: '1.0.0', started: time } }),
  'POST /api/admin/metrics/applications/:appName': apart({ ...ofApplication, body: { description: 'Till' } }),
  'DELETE /api/admin/metrics/applications/:appName': apart({
    at: async ({ world, admin }: Stage) => {
      await server.by({ world }).post('/api/client/register', registration);
      await eventually(async () => equal((await admin.get('/api/admin/metrics/applications/till')).status, 200));
      return { appName: 'till' };
    },
  }),

  'POST /api/admin/playground/advanced': apart({ body: { environments: ['production'], context } }),
  'POST /api/admin/playground': apart({ body: { environment: 'production', context } }),
  'POST /api/admin/playground/constraints': apart({
    body: { constraints: [{ contextName: 'appName', operator: 'IN', values: ['till'] }], contexts: [context] },
  }),
  'POST /api/admin/events/search': apart({ body: {} }),
  'POST /api/admin/migration/events': apart({
    body: ({ fresh }: Stage) => ({
      source: fresh(),
      events: [{ id: 1, type: 'feature-created', createdAt: time, createdBy: 'ann', project: 'shop' }],
    }),
  }),
  'POST /api/admin/migration/unleash': refused('needs a running Unleash', { body: { step: 'plan' } }),
  'POST /api/admin/audit/report-signatures': apart({ body: { sha256: '0'.repeat(64) } }),
  'POST /api/admin/addons': apart({ body: receiver }),
  'POST /api/admin/addons/preview': apart({ body: { provider: 'webhook', parameters: {} } }),
  'PUT /api/admin/addons/:id': apart({ at: ofAddon, body: receiver }),
  'DELETE /api/admin/addons/:id': apart({ at: ofAddon }),
  'POST /api/admin/addons/:id/signing-secret': apart({ at: ofAddon, body: { overlapHours: 1 } }),
  'POST /api/admin/addons/:id/events/replay': apart({ at: ofAddon, body: { from: 1 } }),
  'POST /api/admin/addons/:id/events/:eventId/replay': apart({
    at: async (on: Stage) => {
      const { id } = await ofAddon(on);
      await on.post(`/api/admin/addons/${id}/test`);
      return { id, eventId: (await on.admin.get(`/api/admin/addons/${id}/events`)).body.integrationEvents[0].id };
    },
  }),
  'POST /api/admin/addons/:id/test': apart({ at: ofAddon }),
  ...Object.fromEntries(
    services.flatMap((service) => [
      [`POST /api/admin/dead-letters/${service}/replay`, apart({ body: {} })],
      [`DELETE /api/admin/dead-letters/${service}/:messageId`, refused('no message has failed', { at: { messageId: message } })],
    ]),
  ),
};
