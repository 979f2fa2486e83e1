import { deepEqual, equal, match, ok } from 'node:assert/strict';
import {
  type EventDefinition,
  featureCleanupReady,
  featureEnvironmentEnabled,
  featureStaleOn,
  fetchAccess,
  projectDeleted,
  projectUpdated,
  roleIds,
  safeguardTriggered,
} from '@signalbox/contracts';
import { dayMs } from '@signalbox/kit';
import { type Client, eventually } from '@signalbox/testing';
import { type IdentityApp, projectFact, startIdentity } from '../identity-app.fixture.ts';
import { PendingMail } from '../tables/mail.ts';
import { Notification, NotificationChoice } from '../tables/notification.ts';

const path = '/api/admin/user/notifications';
type Someone = Awaited<ReturnType<IdentityApp['someone']>>;
interface Listed {
  readonly id: string;
  readonly text: string;
  readonly isRead: boolean;
}

describe('notifications', () => {
  let app: IdentityApp;
  let ann: Someone;
  before(async () => {
    app = await startIdentity({ jobs: true });
  });
  after(() => app.close());
  beforeEach(async () => {
    ann = await app.someone(roleIds.viewer);
    equal((await ann.client.put('/api/admin/user/watches/checkout')).status, 204);
  });

  const list = async (client: Client, query = '') => {
    const { status, body } = await client.get(path + query);
    equal(status, 200);
    return body as { unread: number; notifications: Listed[] };
  };
  const stored = (userId: number) => app.store('identity').reader().count(Notification, { userId });
  /** Publishes a change of the watched feature, and resolves once ann has one notification more. */
  async function change(event: EventDefinition = featureEnvironmentEnabled, more: object = {}): Promise<void> {
    const before = await stored(ann.id);
    const where = { project: 'default', environment: 'production', featureName: 'checkout' };
    await app.publishFromToggles(event, { ...where, createdBy: 'bob', createdByUserId: 4711, ...more });
    await eventually(async () => equal(await stored(ann.id), before + 1));
  }
  const hide = async (project: string) => {
    await app.publishProject(project);
    const after = { ...projectFact(project), mode: 'private' as const };
    await app.publishFromToggles(projectUpdated, { project, data: after, preData: projectFact(project) });
    await eventually(async () => equal((await app.host.ask(fetchAccess, {})).projects.find(({ id }) => id === project)?.mode, 'private'));
  };

  it('list changes of watched features without a mail server, newest first, and count the unread ones', async () => {
    await change();
    app.wait(1000);
    await change(featureStaleOn, { environment: null });
    const { unread, notifications } = await list(ann.client);
    equal(unread, 2);
    deepEqual(
      notifications.map(({ id: _id, ...rest }) => ({ ...rest, createdAt: '' })),
      ['bob marked checkout as stale', 'bob turned on checkout in production'].map((text) => ({
        kind: 'watched',
        text,
        project: 'default',
        featureName: 'checkout',
        changeRequest: null,
        createdAt: '',
        isRead: false,
      })),
    );
    deepEqual(await list(ann.client, '?limit=0'), { unread: 2, notifications: [] });
    equal(await app.store('identity').reader().count(PendingMail), 0);
  });

  it('name safeguards as a kind of their own', async () => {
    const reason = 'errors_total is 48, limit 10.';
    await change(safeguardTriggered, { createdBy: 'signalbox', createdByUserId: null, data: { safeguard: { reason } } });
    const [notification] = (await list(ann.client)).notifications;
    match(JSON.stringify(notification), /"kind":"safeguard","text":"signalbox triggered the safeguard of checkout \(errors_total is 48/);
  });

  it('report that a watched feature can be removed', async () => {
    const data = { verdict: 'archive', winner: { enabled: true }, reasons: ['constant', 'no-code'] };
    await change(featureCleanupReady, { environment: null, createdBy: 'signalbox', createdByUserId: null, data });
    equal((await list(ann.client)).notifications[0]?.text, 'signalbox marked checkout as removable');
  });

  it('name the agent that acted for a user, also to that user', async () => {
    await change(featureEnvironmentEnabled, { createdBy: 'ann', createdByUserId: ann.id, via: { agent: 'Code Pilot', client: 'x' } });
    equal((await list(ann.client)).notifications[0]?.text, 'Code Pilot for ann turned on checkout in production');
  });

  it('leave out the user’s own changes', async () => {
    await app.publishFromToggles(featureStaleOn, { project: 'default', featureName: 'checkout', createdByUserId: ann.id });
    await change();
    equal((await list(ann.client)).unread, 1);
  });

  it('do not exist for users who can no longer see the project', async () => {
    await app.publishProject('vault');
    await change(featureStaleOn, { project: 'vault' });
    await change();
    equal((await list(ann.client)).unread, 2);
    await hide('vault');
    await eventually(async () => {
      const { unread, notifications } = await list(ann.client);
      deepEqual([unread, notifications.map(({ text }) => text)], [1, ['bob turned on checkout in production']]);
    });
    await app.admin.put(`/api/admin/projects/vault/users/${ann.id}/roles`, { roles: [roleIds.member] });
    await app.publishFromToggles(projectDeleted, { project: 'vault', preData: { ...projectFact('vault'), mode: 'private' } });
    await eventually(async () => equal(await stored(ann.id), 1));
  });

  it('are read by their own user only, and stay read', async () => {
    await change();
    const [{ id } = { id: '' }] = (await list(ann.client)).notifications;
    const ben = await app.someone(roleIds.viewer);
    equal((await ben.client.put(`${path}/read`, { ids: [id] })).status, 204);
    equal((await list(ann.client)).unread, 1);
    for (const _ of [1, 2]) equal((await ann.client.put(`${path}/read`, { ids: [id, 'unknown'] })).status, 204);
    const { unread, notifications } = await list(ann.client);
    deepEqual([unread, notifications.map(({ isRead }) => isRead)], [0, [true]]);
    equal((await ann.client.put(`${path}/read`, { ids: Array.from({ length: 201 }, () => id) })).status, 400);
  });

  it('are published to the streams of their user when they appear and when they are read', async () => {
    const ownMessages = () => app.published.filter(({ notified }) => notified?.includes(ann.id));
    // The relay may repeat a message, but not with another version.
    const versions = () => new Set(ownMessages().map(({ version }) => version)).size;
    await change();
    await eventually(() => equal(versions(), 1));
    ok(ownMessages().every(({ changesState, users }) => changesState === false && users.length === 0));
    const [{ id } = { id: '' }] = (await list(ann.client)).notifications;
    for (const _ of [1, 2]) await ann.client.put(`${path}/read`, { ids: [id] });
    await change();
    await eventually(() => equal(versions(), 3));
  });

  it('follow the channels that the user chose for each kind', async () => {
    const { channels, hasMailServer } = (await ann.client.get(`${path}/channels`)).body;
    equal(hasMailServer, false);
    deepEqual(
      channels.map(({ kind, app: inApp, mail }: { kind: string; app: boolean; mail: boolean }) => [kind, inApp, mail]),
      [
        ['watched', true, true],
        ['request', true, false],
        ['approval', true, false],
        ['safeguard', true, true],
        ['schedule', true, true],
      ],
    );
    equal((await ann.client.put(`${path}/channels`, { kind: 'watched', app: false, mail: true })).status, 204);
    equal((await ann.client.put(`${path}/channels`, { kind: 'other', app: false, mail: true })).status, 400);
    await app.publishFromToggles(featureStaleOn, { project: 'default', featureName: 'checkout' });
    await change(safeguardTriggered, { data: { safeguard: {} } });
    equal((await list(ann.client)).notifications.length, 1);
    equal((await ann.client.put(`${path}/channels`, { kind: 'watched', app: true, mail: true })).status, 204);
    await change();
  });

  it('are the newest 200 of the last 30 days', async () => {
    const notice = { project: 'default', feature: 'checkout', by: 'bob', phrase: 'x', at: '', asOwner: false };
    const now = Date.now();
    const row = (index: number, createdAt = now - 1000 + index) => ({
      eventId: crypto.randomUUID(),
      userId: ann.id,
      kind: 'watched' as const,
      project: 'default',
      notice: { ...notice, phrase: `did ${index}` },
      createdAt: new Date(createdAt),
    });
    const insert = (rows: ReturnType<typeof row>[]) => app.store('identity').transaction((em) => em.insertMany(Notification, rows));
    await insert([row(0, now - 31 * dayMs)]);
    equal((await list(ann.client)).unread, 0);
    const rows = Array.from({ length: 210 }, (_, index) => row(index));
    await insert(rows);
    const { unread, notifications } = await list(ann.client);
    deepEqual([unread, notifications.length, notifications.at(-1)?.text], [200, 200, 'bob did 10']);
    await app.publishFromToggles(featureStaleOn, { project: 'default', featureName: 'checkout', createdBy: 'bob' });
    await eventually(async () => equal((await list(ann.client)).notifications[0]?.text, 'bob marked checkout as stale'));
    equal(await stored(ann.id), 200);
  });

  it('end with the user', async () => {
    await change();
    await ann.client.put(`${path}/channels`, { kind: 'request', app: false, mail: false });
    equal((await app.admin.delete(`/api/admin/user-admin/${ann.id}`)).status, 200);
    const choices = await app.store('identity').reader().count(NotificationChoice, { userId: ann.id });
    deepEqual([await stored(ann.id), choices], [0, 0]);
  });

  it('are refused to anonymous callers and API tokens', async () => {
    const { body } = await app.admin.post('/api/admin/api-tokens', { tokenName: 'bell', type: 'admin' });
    for (const below of ['', '/channels']) {
      equal((await app.as(null).get(path + below)).status, 401);
      equal((await app.holding('token', body.secret).get(path + below)).status, 403);
    }
    equal((await app.holding('token', body.secret).put(`${path}/read`, { ids: [] })).status, 403);
  });
});
