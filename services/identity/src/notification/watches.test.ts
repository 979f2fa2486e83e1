import { deepEqual, equal, match, ok } from 'node:assert/strict';
import {
  type Agent,
  type Envelope,
  type EventDefinition,
  featureArchived,
  featureCommentAdded,
  featureDeleted,
  featureEnvironmentDisabled,
  featureEnvironmentEnabled,
  featureOwnerUpdated,
  featureStaleOn,
  fetchAccess,
  projectUpdated,
  roleIds,
} from '@signalbox/contracts';
import { type Client, eventually } from '@signalbox/testing';
import { type IdentityApp, projectFact, startIdentity } from '../identity-app.fixture.ts';
import { type MailServer, openMailServer, readable } from '../mail-server.fixture.ts';
import { onEvents } from '../reaction/on-events.ts';
import { PendingMail, Watch } from '../tables/mail.ts';

const joinedForMs = 30_000;
const path = (feature: string) => `/api/admin/user/watches/${feature}`;
const featureFact = { name: 'x', description: null, type: 'release', project: 'default', stale: false, impressionData: false };
const deletedFact = { ...featureFact, createdAt: null, lastSeenAt: null, archived: true, archivedAt: null };

type Someone = Awaited<ReturnType<IdentityApp['someone']>>;

describe('watching a feature', () => {
  let app: IdentityApp;
  let server: MailServer;
  let ann: Someone;
  let count = 0;
  before(async () => {
    server = await openMailServer();
    app = await startIdentity({ jobs: true, settings: { SMTP_URL: server.url, BASE_URL: 'https://flags.example' } });
    ann = await app.someone(roleIds.viewer);
  });
  after(async () => {
    await app.close();
    await server.close();
  });

  const freshName = () => `feature-${(count += 1)}`;
  const waiting = (featureName: string) => app.store('identity').reader().count(PendingMail, { featureName });
  const watchers = async (featureName: string) =>
    (
      await app
        .store('identity')
        .reader()
        .find(Watch, { featureName }, { orderBy: { userId: 'asc' } })
    ).map(({ userId }) => userId);
  const isWatching = async (client: Client, feature: string) => (await client.get(path(feature))).body.watching;
  async function watch({ client }: Pick<Someone, 'client'>, feature = freshName()): Promise<string> {
    equal((await client.put(path(feature))).status, 204);
    return feature;
  }

  interface Change {
    readonly project?: string;
    readonly environment?: string;
    readonly data?: unknown;
    readonly preData?: unknown;
    readonly createdBy?: string;
    readonly createdByUserId?: number | null;
    readonly via?: Agent;
  }
  /** Publishes a change, and resolves when the mails that it causes are waiting. */
  async function change(event: EventDefinition, featureName: string, mails: number, more: Change = {}): Promise<void> {
    const before = await waiting(featureName);
    await app.publishFromToggles(event, { project: 'default', featureName, createdBy: 'bob', createdByUserId: 4711, ...more });
    await eventually(async () => equal(await waiting(featureName), before + mails));
  }
  /** Resolves with the new mails when nothing waits for the feature. */
  async function mailsOf(featureName: string): Promise<{ readonly text: string; readonly to: string }[]> {
    const before = server.mails.length;
    app.wait(joinedForMs);
    await eventually(async () => equal(await waiting(featureName), 0));
    const mails = server.mails.slice(before).map((mail, index) => ({ text: readable(mail), to: server.recipients[before + index] ?? '' }));
    return mails.filter(({ text }) => text.includes(`/features/${featureName}\r\n`));
  }
  const addressOf = ({ username }: Someone) => `${username}@signalbox.example`;

  it('begins and ends with a request each, however often it is repeated', async () => {
    const feature = freshName();
    deepEqual((await ann.client.get(path(feature))).body, { watching: false, mail: 'on' });
    for (const _ of [1, 2]) equal((await ann.client.put(path(feature))).status, 204);
    deepEqual((await ann.client.get(path(feature))).body, { watching: true, mail: 'on' });
    equal(await isWatching(app.admin, feature), false);
    for (const _ of [1, 2]) equal((await ann.client.delete(path(feature))).status, 204);
    equal(await isWatching(ann.client, feature), false);
  });

  it('is limited to 1000 features per user, even under concurrent requests', async () => {
    const { client, id: userId } = await app.someone(roleIds.viewer);
    const rows = Array.from({ length: 999 }, (_, index) => ({
      userId,
      featureName: `old-${index}`,
      asOwner: false,
      createdAt: new Date(),
    }));
    await app.store('identity').transaction((em) => em.insertMany(Watch, rows));
    const answers = await Promise.all(['a', 'b', 'c'].map((name) => client.put(path(`more-${name}`))));
    deepEqual(
      answers.flatMap(({ status, body }) => (status === 204 ? [] : body.name)),
      ['OperationDeniedError', 'OperationDeniedError'],
    );
    equal((await client.put(path('old-7'))).status, 204);
  });

  it('is refused for anonymous callers, API tokens and names of no feature', async () => {
    const { body } = await app.admin.post('/api/admin/api-tokens', { tokenName: 'watcher', type: 'admin' });
    for (const method of ['get', 'put', 'delete'] as const) {
      equal((await app.as(null)[method](path('cart'))).status, 401);
      equal((await app.holding('token', body.secret)[method](path('cart'))).status, 403);
      for (const name of ['a%20b', 'a%2Fb', 'x'.repeat(101)]) equal((await ann.client[method](path(name))).status, 400, name);
    }
  });

  it('mails a change once, with author, time, links and headers to stop it', async () => {
    const feature = await watch(ann);
    await change(featureEnvironmentEnabled, feature, 1, { environment: 'production' });
    const [mail] = await mailsOf(feature);
    ok(mail);
    equal(mail.to, addressOf(ann));
    match(mail.text, new RegExp(`^Subject: bob turned on ${feature} in production\\r?$`, 'm'));
    match(mail.text, new RegExp(`\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC: bob turned on ${feature} in production\\.`));
    match(mail.text, new RegExp(`https://flags\\.example/projects/default/features/${feature}\\b`));
    match(mail.text, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
    match(mail.text, /^List-Unsubscribe:\s+<https:\/\/flags\.example\/stop-watching\?token=[\w.-]+>\r?$/m);
    match(mail.text, /because you watch the feature/);
  });

  it('names the agent that acted for the author', async () => {
    const feature = await watch(ann);
    await change(featureEnvironmentEnabled, feature, 1, { environment: 'production', via: { agent: 'Code Pilot', client: 'x' } });
    const [mail] = await mailsOf(feature);
    match(mail?.text ?? '', new RegExp(`^Subject: Code Pilot for bob turned on ${feature} in production\\r?$`, 'm'));
  });

  it('joins changes of half a minute in one mail per user, oldest first', async () => {
    const [feature, other] = [await watch(ann), await watch(ann)];
    const ben = await app.someone(roleIds.viewer);
    await watch(ben, feature);
    await change(featureEnvironmentEnabled, feature, 2, { environment: 'production' });
    await change(featureStaleOn, other, 1);
    app.wait(joinedForMs - 10_000);
    const text = 'Why <b>now</b>?\nNobody asked.';
    await change(featureCommentAdded, feature, 2, { data: { id: crypto.randomUUID(), text } });
    const before = server.mails.length;
    app.wait(10_000);
    await eventually(async () => deepEqual([await waiting(feature), await waiting(other)], [0, 0]));
    const mails = server.mails.slice(before).map(readable);
    equal(mails.length, 3);
    const joined = mails.filter((mail) => mail.includes(`Subject: ${feature}: 2 changes`));
    equal(joined.length, 2);
    for (const mail of joined) {
      const [first, second] = [
        mail.indexOf(`bob turned on ${feature} in production.`),
        mail.indexOf(`bob commented on ${feature}: “Why <b>now</b>?`),
      ];
      ok(first > 0 && second > first, mail);
      equal(/<p[^>]*>[^<]*<b>/.test(mail), false);
    }
    deepEqual(server.recipients.slice(before).sort(), [addressOf(ann), addressOf(ann), addressOf(ben)].sort());
  });

  it('mails a later change separately', async () => {
    const feature = await watch(ann);
    await change(featureEnvironmentEnabled, feature, 1, { environment: 'production' });
    equal((await mailsOf(feature)).length, 1);
    await change(featureEnvironmentDisabled, feature, 1, { environment: 'production' });
    const [mail] = await mailsOf(feature);
    match(mail?.text ?? '', /turned off/);
    equal(mail?.text.includes('turned on'), false);
  });

  it('mails nothing to the author of the change, and everything to others', async () => {
    const feature = await watch(ann);
    const ben = await app.someone(roleIds.viewer);
    await watch(ben, feature);
    await change(featureArchived, feature, 1, { createdBy: ann.username, createdByUserId: ann.id });
    deepEqual(
      (await mailsOf(feature)).map(({ to }) => to),
      [addressOf(ben)],
    );
  });

  it('mails nothing to users who do not see the project, and other changes to them', async () => {
    await app.publishProject('vault');
    const hide = { project: 'vault', data: { ...projectFact('vault'), mode: 'private' as const }, preData: projectFact('vault') };
    await app.publishFromToggles(projectUpdated, hide);
    await eventually(async () => equal((await app.host.ask(fetchAccess, {})).projects.find(({ id }) => id === 'vault')?.mode, 'private'));
    const feature = await watch(ann);
    await watch({ client: app.admin }, feature);
    await change(featureStaleOn, feature, 2, { project: 'vault' });
    const before = server.mails.length;
    app.wait(joinedForMs);
    await eventually(async () => {
      const [mail] = await app.store('identity').reader().find(PendingMail, { featureName: feature, userId: ann.id });
      equal(mail?.attempts, 1);
    });
    app.wait(25 * 3_600_000);
    await eventually(async () => equal(await waiting(feature), 0));
    equal(server.mails.length, before);
    await change(featureStaleOn, feature, 2);
    deepEqual(
      (await mailsOf(feature)).map(({ to }) => to),
      [addressOf(ann)],
    );
  });

  it('ends when the feature is deleted, with a last mail', async () => {
    const feature = await watch(ann);
    await change(featureDeleted, feature, 1, { preData: deletedFact });
    equal(await isWatching(ann.client, feature), false);
    match((await mailsOf(feature))[0]?.text ?? '', /bob deleted feature-/);
  });

  it('costs no transaction for changes of other features, in the same batch as well', async () => {
    const [watched, other, owned] = [await watch(ann), freshName(), freshName()];
    const envelopeOf = (type: string, featureName: string | null) => ({ data: { type, featureName } }) as Envelope;
    const batch = [
      envelopeOf(featureStaleOn.type, watched),
      envelopeOf(featureStaleOn.type, other),
      envelopeOf(featureOwnerUpdated.type, owned),
      envelopeOf(featureStaleOn.type, owned),
      envelopeOf(projectUpdated.type, null),
    ];
    const isIgnored = await onEvents.ignores?.(app.store('identity').reader(), batch);
    deepEqual(
      batch.map((envelope) => isIgnored?.(envelope)),
      [false, true, false, false, false],
    );
  });

  it('does not affect the projection of toggles or the access state', async () => {
    const feature = await watch(ann);
    const before = await app.host.ask(fetchAccess, {});
    await change(featureStaleOn, feature, 1);
    deepEqual({ ...(await app.host.ask(fetchAccess, {})), version: 0 }, { ...before, version: 0 });
  });

  it('ends with the user', async () => {
    const leaver = await app.someone(roleIds.viewer);
    const feature = await watch(leaver);
    equal((await app.admin.delete(`/api/admin/user-admin/${leaver.id}`)).status, 200);
    deepEqual(await watchers(feature), []);
  });

  describe('as its owner', () => {
    const ownerOf = (owner: Someone | null) => ({ owner: owner && { id: owner.id, name: owner.username } });
    const own = (feature: string, mails: number, [before, after]: readonly [Someone | null, Someone | null]) =>
      change(featureOwnerUpdated, feature, mails, { data: ownerOf(after), preData: ownerOf(before) });

    it('is listed as such, with the other watches of the user, by name', async () => {
      const [owned, watched] = [freshName(), 'a-feature'];
      const eve = await app.someone(roleIds.viewer);
      await own(owned, 1, [null, eve]);
      await watch(eve, watched);
      const { watches } = (await eve.client.get('/api/admin/user/watches')).body;
      deepEqual(
        watches.map(({ featureName, asOwner }: { featureName: string; asOwner: boolean }) => [featureName, asOwner]),
        [
          [watched, false],
          [owned, true],
        ],
      );
    });

    it('begins and ends with the ownership, and both owners hear of the change', async () => {
      const feature = freshName();
      const ben = await app.someone(roleIds.viewer);
      await own(feature, 1, [null, ann]);
      equal(await isWatching(ann.client, feature), true);
      match((await mailsOf(feature))[0]?.text ?? '', /because you own the feature/);
      await own(feature, 2, [ann, ben]);
      deepEqual(await watchers(feature), [ben.id]);
      deepEqual((await mailsOf(feature)).map(({ to }) => to).sort(), [addressOf(ann), addressOf(ben)].sort());
      await own(feature, 1, [ben, null]);
      deepEqual(await watchers(feature), []);
    });

    it('stops when the owner stops it', async () => {
      const feature = freshName();
      await own(feature, 1, [null, ann]);
      equal((await ann.client.delete(path(feature))).status, 204);
      equal(await waiting(feature), 0);
      await change(featureStaleOn, feature, 0);
      await watch(ann, freshName());
      deepEqual(await watchers(feature), []);
    });

    it('continues for former owners who had chosen to watch', async () => {
      const feature = await watch(ann);
      await own(feature, 1, [null, ann]);
      await own(feature, 1, [ann, null]);
      deepEqual(await watchers(feature), [ann.id]);
    });

    it('does not begin for users whom identity does not know', async () => {
      const feature = freshName();
      await change(featureOwnerUpdated, feature, 0, { data: { owner: { id: 999_999, name: 'who' } }, preData: { owner: null } });
      await own(feature, 1, [null, ann]);
      deepEqual(await watchers(feature), [ann.id]);
    });
  });

  describe('through the link of a mail', () => {
    async function linkIn(feature: string, watching = 1): Promise<string> {
      await change(featureStaleOn, feature, watching);
      const [mail] = await mailsOf(feature);
      return /^List-Unsubscribe:\s+<https:\/\/flags\.example([^>]+)>/m.exec(mail?.text ?? '')?.[1] ?? '';
    }

    it('ends with the POST of a mail client, which needs no login, and drops what waits', async () => {
      const feature = await watch(ann);
      const link = await linkIn(feature);
      await change(featureStaleOn, feature, 1);
      const form = { raw: 'List-Unsubscribe=One-Click', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
      for (const _ of [1, 2]) {
        const { status, body } = await app.as(null).post(link, undefined, form);
        deepEqual([status, body], [200, { feature }]);
      }
      equal(await isWatching(ann.client, feature), false);
      equal(await waiting(feature), 0);
    });

    it('ends with the POST of the console, for this user and this feature only', async () => {
      const feature = await watch(ann);
      const other = await watch(ann);
      await watch({ client: app.admin }, feature);
      const link = await linkIn(feature, 2);
      equal((await app.as(null).post(link)).status, 200);
      deepEqual([await isWatching(ann.client, feature), await isWatching(ann.client, other)], [false, true]);
      equal(await isWatching(app.admin, feature), true);
    });

    it('does not end with a GET, which scanners of mail send', async () => {
      const feature = await watch(ann);
      equal((await app.as(null).get(await linkIn(feature))).status, 404);
      equal(await isWatching(ann.client, feature), true);
    });

    it('is refused for changed, foreign and expired tokens', async () => {
      const feature = await watch(ann);
      const link = await linkIn(feature);
      const [head = '', claims = '', signature = ''] = link.replace('/stop-watching?token=', '').split('.');
      const other = Buffer.from(Buffer.from(claims, 'base64url').toString().replace(feature, 'feature-0')).toString('base64url');
      for (const token of ['', 'x', `${head}.${other}.${signature}`, `${head}.${claims}.`, 'x'.repeat(1001)]) {
        const { status } = await app.as(null).post(`/stop-watching?token=${token}`);
        equal(status, 400, token);
      }
      app.wait(181 * 86_400_000);
      equal((await app.as(null).post(link)).status, 400);
      deepEqual(await watchers(feature), [ann.id]);
    });
  });
});

describe('watching a feature without a mail server', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity();
  });
  after(() => app.close());

  it('is possible, mails nothing, and says so', async () => {
    equal((await app.admin.put(path('cart'))).status, 204);
    deepEqual((await app.admin.get(path('cart'))).body, { watching: true, mail: 'no server' });
    await app.publishFromToggles(featureStaleOn, { project: 'default', featureName: 'cart' });
    await app.publishFromToggles(featureOwnerUpdated, {
      project: 'default',
      featureName: 'lamp',
      data: { owner: { id: 1, name: 'admin' } },
      preData: { owner: null },
    });
    await eventually(async () => equal(await app.store('identity').reader().count(Watch, { featureName: 'lamp' }), 1));
    equal(await app.store('identity').reader().count(PendingMail), 0);
  });
});
