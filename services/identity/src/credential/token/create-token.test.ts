import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { fetchTokens, hashSecret } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { type IdentityApp, startIdentity } from '../../identity-app.fixture.ts';

const path = '/api/admin/api-tokens';

describe('creating a token', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity();
  });
  after(() => app.close());

  const client = { tokenName: 'shop', type: 'client', environment: 'development', projects: ['default'] };

  it('returns the token with its secret, emits api-token-created without it, and notifies the services that check tokens', async () => {
    let answer: Awaited<ReturnType<typeof app.admin.post>> | undefined;
    const events = await app.eventsOf('identity', async () => {
      answer = await app.admin.post(path, client);
    });
    const { id, secret, createdAt, ...rest } = answer?.body ?? {};
    equal(answer?.status, 201);
    equal(answer?.headers['location'], 'api-tokens');
    match(secret, /^default:development\.[0-9a-f]{56}$/);
    deepEqual(rest, {
      tokenName: 'shop',
      username: 'shop',
      type: 'client',
      environment: 'development',
      project: 'default',
      projects: ['default'],
      expiresAt: null,
      seenAt: null,
      alias: null,
      secure: true,
    });
    const fact = { tokenName: 'shop', type: 'client', environment: 'development', projects: ['default'], expiresAt: null, createdAt };
    deepEqual(
      events.map(({ createdAt: _when, ...event }) => event),
      [
        {
          type: 'api-token-created',
          createdBy: 'admin',
          createdByUserId: 1,
          project: 'default',
          environment: 'development',
          featureName: null,
          data: fact,
          preData: null,
          tags: [],
        },
      ],
    );
    const hash = hashSecret(secret);
    const { tokens } = await app.host.ask(fetchTokens, {});
    deepEqual(
      tokens.find((token) => token.hash === hash),
      { hash, name: 'shop', type: 'client', projects: ['default'], environment: 'development', expiresAt: null },
    );
    await eventually(() => app.published.some(({ credentials }) => credentials.includes(hash)));
    ok(Number.isInteger(id));
  });

  it('accepts backend for client, as in later versions of the reference', async () => {
    const { status, body } = await app.admin.post(path, { tokenName: 'shop', type: 'Backend', environment: 'development' });
    deepEqual([status, body.type], [201, 'client']);
  });

  it('defaults to all projects in the development environment, and accepts types in any case', async () => {
    const { body } = await app.admin.post(path, { username: 'old name', type: 'FrontEnd' });
    match(body.secret, /^\*:development\.[0-9a-f]{56}$/);
    deepEqual(
      [body.tokenName, body.type, body.environment, body.project, body.projects],
      ['old name', 'frontend', 'development', '*', ['*']],
    );
  });

  it('issues admin tokens that act as administrators everywhere', async () => {
    const { body } = await app.admin.post(path, { tokenName: 'ci', type: 'admin' });
    match(body.secret, /^\*:\*\.[0-9a-f]{56}$/);
    const events = await app.eventsOf('identity', () => app.holding('token', body.secret).post(path, { ...client, tokenName: 'by ci' }));
    deepEqual([events[0]?.createdBy, events[0]?.createdByUserId], ['ci', null]);
  });

  it('stores the expiry, and emits no project for a token with several', async () => {
    await app.publishProject('second');
    const expiresAt = '2999-12-31T23:00:00.000Z';
    let secret = '';
    const [event] = await app.eventsOf('identity', async () => {
      // A time without a zone is UTC.
      const sent = { ...client, projects: ['default', 'second', 'default'], expiresAt: expiresAt.slice(0, -1) };
      const { body } = await app.admin.post(path, sent);
      deepEqual([body.projects, body.project, body.expiresAt], [['default', 'second'], '[]', expiresAt]);
      secret = body.secret;
    });
    match(secret, /^\[\]:development\./);
    deepEqual([event?.project, event?.environment], [null, 'development']);
  });

  it('accepts * in a list for all projects', async () => {
    const { body } = await app.admin.post(path, { ...client, projects: ['default', '*'] });
    deepEqual(body.projects, ['*']);
  });

  for (const [what, input, name, property] of [
    ['no type', { type: undefined }, 'ValidationError', 'type'],
    ['an unknown type', { type: 'root' }, 'BadDataError', 'type'],
    ['no name', { tokenName: undefined }, 'BadDataError', 'tokenName'],
    ['two names', { username: 'other' }, 'BadDataError', 'tokenName'],
    ['an empty name', { tokenName: '' }, 'ValidationError', 'tokenName'],
    ['a name with a leading blank', { tokenName: ' shop' }, 'ValidationError', 'tokenName'],
    ['project and projects', { project: 'default' }, 'BadDataError', 'projects'],
    ['an empty list of projects', { projects: [] }, 'BadDataError', 'projects'],
    ['an unknown project', { projects: ['default', 'nowhere'] }, 'BadDataError', 'projects'],
    ['an unknown environment', { environment: 'nowhere' }, 'BadDataError', 'environment'],
    ['an environment with a trailing blank', { environment: 'development ' }, 'BadDataError', 'environment'],
    ['all environments', { environment: '*' }, 'BadDataError', 'environment'],
    ['a frontend token for all environments', { type: 'frontend', environment: '*' }, 'BadDataError', 'environment'],
    ['an admin token for one project', { type: 'admin', environment: '*' }, 'BadDataError', 'projects'],
    ['an admin token for one environment', { type: 'admin', projects: ['*'] }, 'BadDataError', 'environment'],
    ['a past expiry', { expiresAt: '2020-01-01T00:00:00Z' }, 'BadDataError', 'expiresAt'],
    ['an invalid expiry', { expiresAt: 'tomorrow' }, 'ValidationError', 'expiresAt'],
  ] as const) {
    it(`refuses ${what} with 400, and names ${property}`, async () => {
      const events = await app.eventsOf('identity', async () => {
        const { status, body } = await app.admin.post(path, { ...client, ...input });
        deepEqual([status, body.name, body.details[0].path], [400, name, property]);
      });
      deepEqual(events, []);
    });
  }

  it('names unknown projects and environments', async () => {
    match((await app.admin.post(path, { ...client, projects: ['nowhere'] })).body.message, /nowhere/);
    match((await app.admin.post(path, { ...client, environment: 'moon' })).body.message, /moon/);
  });

  it('refuses anonymous callers, editors and application tokens', async () => {
    equal((await app.as(null).post(path, client)).status, 401);
    const editor = await app.someone(2);
    const { status, body } = await editor.client.post(path, client);
    equal(status, 403);
    equal(body.name, 'NoAccessError');
    ok(body.permissions.includes('CREATE_CLIENT_API_TOKEN'));
    const { secret } = (await app.admin.post(path, client)).body;
    equal((await app.holding('token', secret).post(path, client)).status, 403);
  });

  it('refuses malformed JSON with 400 and another content type with 415', async () => {
    const raw = (text: string, type: string) => app.admin.post(path, undefined, { raw: text, headers: { 'content-type': type } });
    equal((await raw('{', 'application/json')).status, 400);
    equal((await raw('tokenName=x', 'text/plain')).status, 415);
  });

  it('stores no secret for a repeated request, which is refused with 409', async () => {
    const headers = { 'idempotency-key': 'one' };
    const first = await app.admin.post(path, client, { headers });
    const second = await app.admin.post(path, client, { headers });
    deepEqual([first.status, second.status, second.body.name], [201, 409, 'ConflictError']);
  });
});
