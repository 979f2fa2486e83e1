import { deepEqual, equal, match } from 'node:assert/strict';
import { fetchAccess, fetchTokens, hashSecret, projectCreated, roleIds } from '@signalbox/contracts';
import { eventually, type Client } from '@signalbox/testing';
import { type IdentityApp, projectFact, startIdentity } from '../../identity-app.fixture.ts';

const path = (project: string) => `/api/admin/projects/${project}/api-tokens`;
const all = '/api/admin/api-tokens';
const client = { tokenName: 'shop', type: 'client', environment: 'development' };
type Listed = { id: number; secret: string; projects: string[] };

describe('API tokens of a project', () => {
  let app: IdentityApp;
  let owner: Client;
  before(async () => {
    app = await startIdentity();
    owner = await ownerOf('shop');
    await ownerOf('other');
    await ownerOf('hidden', 'private');
  });
  after(() => app.close());

  /** Creates a project, and returns a viewer who owns it because toggles reports the viewer as its creator. */
  async function ownerOf(project: string, mode: 'open' | 'private' = 'open'): Promise<Client> {
    const someone = await app.someone(roleIds.viewer);
    await app.publishFromToggles(projectCreated, { project, data: { ...projectFact(project), mode }, createdByUserId: someone.id });
    await eventually(async () => {
      const { grants } = await app.host.ask(fetchAccess, {});
      equal(grants.filter((grant) => grant.project === project).length, 1);
    });
    return someone.client;
  }

  const issue = async (...projects: string[]) =>
    (await app.admin.post(all, { ...client, projects })).body as { id: number; secret: string; tokenName: string };
  const list = async (caller: Client, from: string) => (await caller.get(from)).body.tokens as Listed[];
  const counts = async (secret: string) => (await app.host.ask(fetchTokens, {})).tokens.some(({ hash }) => hash === hashSecret(secret));

  it('are created by the owner for that project alone, whatever the request names', async () => {
    let answer: Awaited<ReturnType<typeof owner.post>> | undefined;
    const [event] = await app.eventsOf('identity', async () => {
      answer = await owner.post(path('shop'), { ...client, project: 'other', projects: ['*'] });
    });
    const { status, headers, body } = answer ?? { body: {} };
    deepEqual([status, headers?.['location'], headers?.['cache-control']], [201, 'api-tokens', 'no-store']);
    match(body.secret, /^shop:development\.[0-9a-f]{56}$/);
    deepEqual([body.projects, body.type, event?.type, event?.project], [['shop'], 'client', 'api-token-created', 'shop']);
    const { tokens } = await app.host.ask(fetchTokens, {});
    deepEqual(tokens.find(({ hash }) => hash === hashSecret(body.secret))?.projects, ['shop']);
    equal((await owner.post(all, client)).status, 403);
  });

  it('cannot be admin tokens, have all environments or an unknown one, lack a name, or be expired', async () => {
    for (const [input, status] of [
      [{ ...client, type: 'admin' }, 400],
      [{ ...client, environment: '*' }, 400],
      [{ ...client, environment: 'moon' }, 400],
      [{ type: 'client' }, 400],
      [{ ...client, expiresAt: '2020-01-01T00:00:00.000Z' }, 400],
    ] as const)
      equal((await owner.post(path('shop'), input)).status, status, JSON.stringify(input));
  });

  it('are listed masked, including those of several projects, without the names of hidden projects', async () => {
    const [own, shared, everywhere, others] = [await issue('shop'), await issue('shop', 'hidden'), await issue('*'), await issue('other')];
    const { body } = await owner.get(path('shop'));
    const listed = new Map((body.tokens as Listed[]).map((token) => [token.id, token]));
    deepEqual(listed.get(own.id)?.projects, ['shop']);
    deepEqual(listed.get(shared.id)?.projects, ['shop']);
    deepEqual([listed.has(everywhere.id), listed.has(others.id)], [false, false]);
    equal(JSON.stringify(body).includes('hidden'), false);
    equal(JSON.stringify(body).includes(own.secret), false);
    deepEqual((await list(app.admin, path('shop'))).find(({ id }) => id === shared.id)?.projects, ['shop', 'hidden']);
  });

  it('are hidden with their project from users who cannot see it', async () => {
    const { id, secret } = await issue('hidden');
    for (const answer of [
      await owner.get(path('hidden')),
      await owner.post(path('hidden'), client),
      await owner.delete(`${path('hidden')}/${id}`),
    ])
      equal(answer.status === 404 || answer.status === 403, true, `${answer.status}`);
    equal((await owner.delete(`${path('shop')}/${id}`)).status, 404);
    equal(await counts(secret), true);
  });

  for (const by of ['id', 'secret', 'mask'] as const)
    it(`are revoked by ${by}, immediately and with an event of the project`, async () => {
      const { id, secret } = await issue('shop');
      const shown = (await list(owner, path('shop'))).find((token) => token.id === id)?.secret ?? '';
      const [event] = await app.eventsOf('identity', async () => {
        const { status, body } = await owner.delete(`${path('shop')}/${encodeURIComponent({ id: String(id), secret, mask: shown }[by])}`);
        deepEqual([status, body], [200, '']);
      });
      deepEqual([event?.type, event?.project], ['api-token-deleted', 'shop']);
      equal(await counts(secret), false);
    });

  it('are not revoked by the owner of another project, or while other projects use them', async () => {
    const [others, shared, everywhere] = [await issue('other'), await issue('shop', 'other'), await issue('*')];
    equal((await owner.delete(`${path('shop')}/${others.id}`)).status, 404);
    equal((await owner.delete(`${path('shop')}/${everywhere.id}`)).status, 404);
    equal((await owner.delete(`${path('shop')}/${shared.id}`)).status, 400);
    equal((await owner.delete(`${path('other')}/${others.id}`)).status, 403);
    for (const { secret } of [others, shared, everywhere]) equal(await counts(secret), true);
  });

  it('are 404 for a project that does not exist', async () => {
    equal((await app.admin.get(path('nowhere'))).status, 404);
    equal((await app.admin.post(path('nowhere'), client)).status, 404);
    equal((await app.admin.delete(`${path('nowhere')}/1`)).status, 404);
  });

  it('are refused to viewers with 403 and to anonymous callers with 401', async () => {
    const { client: viewer } = await app.someone(roleIds.viewer);
    for (const [caller, status] of [
      [viewer, 403],
      [app.as(null), 401],
    ] as const) {
      equal((await caller.get(path('shop'))).status, status);
      equal((await caller.post(path('shop'), client)).status, status);
      equal((await caller.delete(`${path('shop')}/1`)).status, status);
    }
  });
});
