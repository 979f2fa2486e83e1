import { ok } from 'node:assert/strict';
import { type Answer, type Client, eventually } from '@signalbox/testing';
import { seed } from '../bench/administration/seed.ts';
import { seeded } from '../races/random.ts';
import type { Instance } from './instance.fixture.ts';

const project = '/api/admin/projects/default';
/** Letters of several alphabets, quotes, and characters that SQL and JSON escape. */
const texts = ['plain', 'Ærøskøbing “quoted”', "it's \\ back\\slash", 'line\nbreak\ttab', '日本語 🚦', 'null', ''];

/** Fills an instance through its API with objects of every kind, chosen by a seed. */
export async function fill(instance: Instance, number: number): Promise<void> {
  const { clients } = instance;
  const admin = await instance.logIn();
  const random = seeded(number);
  const some = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const text = () => texts[some(0, texts.length - 1)] ?? '';
  const send = async (answer: ReturnType<Client['post']>) => {
    const { status, body } = await answer;
    ok(status < 300, `${status} ${JSON.stringify(body)}`);
    return body;
  };
  await seed(admin, some(30, 80), () => undefined);
  await send(admin.post('/api/admin/tag-types', { name: 'team', description: text() }));
  const names = Array.from({ length: some(8, 16) }, (_, index) => `filled-${index}`);
  for (const name of names) {
    await send(admin.post(`${project}/features`, { name, description: text(), impressionData: random() < 0.5 }));
    const strategies = `${project}/features/${name}/environments/development/strategies`;
    for (let count = some(0, 2); count > 0; count -= 1)
      await send(
        admin.post(strategies, {
          name: 'flexibleRollout',
          title: text() || 'none',
          constraints: [{ contextName: 'userId', operator: 'IN', values: [text() || 'x', String(some(1, 99))] }],
          parameters: { rollout: String(some(0, 100)), stickiness: 'default', groupId: name },
        }),
      );
    if (random() < 0.5) await send(admin.post(`${project}/features/${name}/environments/development/on`));
    if (random() < 0.5) await send(admin.post(`/api/admin/features/${name}/tags`, { type: 'team', value: `team ${some(1, 4)}` }));
  }
  await send(admin.post(`${project}/features/${names[1]}/dependencies`, { feature: names[0], enabled: true }));
  await send(admin.delete(`${project}/features/${names.at(-1)}`));
  await send(
    admin.put(`${project}/code-references/${encodeURIComponent('acme/shop')}/branches/main`, {
      commit: 'abc1234',
      scannedAt: '2026-03-02T12:00:00.000Z',
      sequence: 1,
      urlTemplate: 'https://code.example/{path}#L{line}',
      references: names.map((feature, line) => ({ feature, path: 'src/cart.ts', line: line + 1, kind: 'evaluation' })),
    }),
  );
  const list = { raw: 'user-1\nuser-2\n', headers: { 'content-type': 'text/plain' } };
  const { hash } = (await admin.post('/api/admin/segment-lists', undefined, list)).body as { hash: string };
  await send(
    admin.post('/api/admin/segments', { name: 'listed', constraints: [{ contextName: 'userId', operator: 'IN_LIST', value: hash }] }),
  );
  for (const name of ['deleted', 'last'])
    await send(
      admin.post('/api/admin/segments', { name, constraints: [{ contextName: 'userId', operator: 'IN', values: [text() || 'y'] }] }),
    );
  const segments = (await admin.get('/api/admin/segments')).body.segments as { id: number; name: string }[];
  await send(admin.delete(`/api/admin/segments/${segments.find(({ name }) => name === 'last')?.id}`));
  await send(admin.post(`${project}/personas`, { name: 'Ada', description: text(), context: { appName: 'shop', userId: '7' } }));
  const strategies = [{ name: 'flexibleRollout', parameters: { rollout: '10', stickiness: 'default', groupId: 'x' } }];
  for (const path of ['/api/admin/release-plan-templates', `${project}/release-templates`])
    await send(admin.post(path, { name: `Steps ${some(1, 99)}`, description: text(), milestones: [{ name: 'first', strategies }] }));
  const user = await send(
    admin.post('/api/admin/user-admin', { username: `user-${some(1, 99)}`, name: text() || 'x', rootRole: 2, sendEmail: false }),
  );
  const gone = await send(admin.post('/api/admin/user-admin', { username: 'gone', rootRole: 3, sendEmail: false }));
  await send(admin.delete(`/api/admin/user-admin/${gone.id}`));
  await fillAccess(admin, send, user.id);
  await applyPlan(admin, send);
  const start = new Date(Date.now() - 60_000).toISOString();
  const toggles = Object.fromEntries(names.map((name) => [name, { yes: some(1, 50), no: some(0, 50), variants: {} }]));
  await send(
    clients.client.post('/api/client/register', {
      appName: 'shop',
      instanceId: 'one',
      strategies: ['default'],
      started: start,
      interval: 1000,
    }),
  );
  await send(
    clients.client.post('/api/client/metrics', {
      appName: 'shop',
      instanceId: 'one',
      bucket: { start, stop: new Date().toISOString(), toggles },
    }),
  );
  // Usage reports are counted in batches. Wait until all of them are stored before anything is compared.
  await eventually(async () => {
    const found = (await admin.get('/api/admin/archive/features')).body.features as { name: string; lastSeenAt: string | null }[];
    const [application] = (await admin.get('/api/admin/metrics/applications')).body.applications as unknown[];
    return application !== undefined && found.every(({ lastSeenAt }) => lastSeenAt !== null);
  });
  await fillChangeRequests(admin, send, names[0] ?? '');
  await send(
    admin.post('/api/admin/addons', {
      provider: 'slack-app',
      enabled: false,
      parameters: { accessToken: 'of nobody' },
      events: ['feature-created'],
    }),
  );
}

/** Creates a change request in review. */
async function fillChangeRequests(
  admin: Client,
  send: (answer: ReturnType<Client['post']>) => Promise<Answer['body']>,
  feature: string,
): Promise<void> {
  const production = `${project}/environments/production/change-requests`;
  await send(admin.put(`${production}/config`, { changeRequestsEnabled: true, requiredApprovals: 2 }));
  const { id } = await send(admin.post(production, [{ action: 'updateEnabled', feature, payload: { enabled: true } }]));
  await send(admin.post(`${project}/change-requests/${id}/comments`, { text: 'Please look at it.' }));
  await send(admin.put(`${project}/change-requests/${id}/state`, { state: 'In review' }));
}

/** Applies a plan of one document. */
async function applyPlan(admin: Client, send: (answer: ReturnType<Client['post']>) => Promise<Answer['body']>): Promise<void> {
  const document = { apiVersion: 'signalbox.dev/v1', kind: 'Feature', metadata: { name: 'planned' }, spec: {} };
  const { hash } = await send(admin.post(`${project}/plan`, { set: 'ours', documents: [document] }));
  await send(admin.post(`${project}/apply`, { set: 'ours', documents: [document], expect: { hash } }));
}

/** Creates roles, groups and accounts, some with grants and tokens. */
async function fillAccess(
  admin: Client,
  send: (answer: ReturnType<Client['post']>) => Promise<Answer['body']>,
  user: number,
): Promise<void> {
  const permissions = [{ name: 'UPDATE_FEATURE' }, { name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' }];
  const { roles: role } = await send(
    admin.post('/api/admin/roles', { name: 'switcher', description: 'Switches', type: 'custom', permissions }),
  );
  const group = await send(admin.post('/api/admin/groups', { name: 'crew', users: [{ user: { id: user } }] }));
  await send(admin.post(`${project}/access`, { roles: [role.id], groups: [group.id], users: [] }));
  const account = await send(admin.post('/api/admin/service-account', { username: 'robot', name: 'Robot', rootRole: 3 }));
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  await send(admin.post(`/api/admin/service-account/${account.id}/token`, { description: 'for the robot', expiresAt }));
  const jobs = { name: 'deploys', issuer: 'https://ci.example', audience: 'signalbox', claims: { repository: ['acme/shop'] }, roles: [5] };
  await send(admin.post('/api/admin/workload-identities', { ...jobs, project: 'default' }));
}
