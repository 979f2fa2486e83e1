import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { authenticate, type Principal, roleIds } from '@signalbox/contracts';
import { hourMs } from '@signalbox/kit';
import type { Client } from '@signalbox/testing';
import { decodeJwt } from 'jose';
import {
  approvals,
  authorizationOf,
  challengeOf,
  newVerifier,
  refusal,
  refusedWith,
  sendForm,
} from '../authorization/command-line.fixture.ts';
import { type IdentityApp, startIdentity } from '../identity-app.fixture.ts';

const agents = '/api/admin/user/agents';
const redirect = 'http://localhost:33418/callback';
const metadata = { client_name: 'Code Pilot', redirect_uris: [redirect] };

describe('agents', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity({ settings: { BASE_URL: 'https://flags.example.com' } });
  });
  after(() => app.close());

  const whoHas = async (secret: string) => {
    const { principal, agentToken, expiresAt } = await app.host.ask(authenticate, { kind: 'token', secret });
    return { principal: principal === null ? null : (decodeJwt(principal)['principal'] as Principal), agentToken, expiresAt };
  };
  const connect = async (client: Client, body: object = { agent: 'Code Pilot' }) => {
    const answer = await client.post(agents, body);
    equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body as { id: number; secret: string };
  };
  const register = async (body: object = metadata) => {
    const answer = await app.as(null).post('/auth/register', body);
    equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body as Record<string, string>;
  };
  const approve = (client: Client, clientId: string, verifier: string, more: object = {}) =>
    client.post(approvals, authorizationOf(challengeOf(verifier), { clientId, redirectUri: redirect, host: undefined, ...more }));
  const redeem = (clientId: string, redirectTo: string, verifier: string, more: Readonly<Record<string, string>> = {}) =>
    sendForm(app, '/auth/token', {
      grant_type: 'authorization_code',
      client_id: clientId,
      code: new URL(redirectTo).searchParams.get('code') ?? '',
      redirect_uri: redirect,
      code_verifier: verifier,
      ...more,
    });

  it('get a token for twelve hours that names the user, the agent and its limit', async () => {
    const { client, id, username } = await app.someone(roleIds.viewer);
    const { status, headers, body } = await client.post(agents, { agent: 'Code Pilot', client: 'signalbox mcp', mode: 'propose' });
    deepEqual([status, headers['cache-control']], [201, 'no-store']);
    const { id: token, secret, createdAt, expiresAt, ...rest } = body;
    deepEqual(rest, { agent: 'Code Pilot', client: 'signalbox mcp', mode: 'propose', seenAt: null });
    equal(Date.parse(expiresAt) - Date.parse(createdAt), 12 * hourMs);
    const { principal, agentToken } = await whoHas(secret);
    equal(agentToken, token);
    deepEqual([principal?.id, principal?.via, principal?.mode], [id, { agent: 'Code Pilot', client: 'signalbox mcp' }, 'propose']);
    ok(principal?.name.startsWith(username));
  });

  it('may do what environments allow unless the user says less', async () => {
    const { client } = await app.someone(roleIds.viewer);
    equal((await whoHas((await connect(client)).secret)).principal?.mode, 'write');
    for (const mode of ['none', 'all']) equal((await client.post(agents, { agent: 'Pilot', mode })).status, 400);
  });

  it('are listed without secrets, and end one by one or all at once', async () => {
    const { client } = await app.someone(roleIds.viewer);
    const [first, second, third] = [await connect(client), await connect(client), await connect(client)];
    const { body } = await client.get(agents);
    deepEqual(
      body.agents.map(({ id }: { id: number }) => id),
      [third.id, second.id, first.id],
    );
    equal(JSON.stringify(body).includes('user:'), false);
    equal((await client.delete(`${agents}/${second.id}`)).status, 200);
    deepEqual([(await whoHas(first.secret)).principal === null, (await whoHas(second.secret)).principal], [false, null]);
    equal((await client.delete(agents)).status, 200);
    deepEqual([(await whoHas(first.secret)).principal, (await client.get(agents)).body], [null, { agents: [] }]);
  });

  it('end all at once when an administrator says so: those of one user, or of everybody', async () => {
    const [one, other] = [await app.someone(roleIds.viewer), await app.someone(roleIds.viewer)];
    const secrets: string[] = [];
    for (const { client } of [one, one, other]) secrets.push((await connect(client)).secret);
    const isValid = async () => (await Promise.all(secrets.map(whoHas))).map(({ principal }) => principal !== null);
    const expiresAt = new Date(Date.now() + hourMs).toISOString();
    const token = await one.client.post('/api/admin/user/tokens', { description: 'mine', expiresAt });
    const { client_id: clientId = '' } = await register();
    const verifier = newVerifier();
    const approved = await approve(one.client, clientId, verifier);
    equal(approved.status, 200);

    const ofOne = `/api/admin/user-admin/${one.id}/agents`;
    for (const path of [ofOne, '/api/admin/user-admin/agents']) equal((await other.client.delete(path)).status, 403);
    equal((await app.admin.delete('/api/admin/user-admin/99999/agents')).status, 404);
    deepEqual(await isValid(), [true, true, true]);

    const events = await app.eventsOf('identity', async () => equal((await app.admin.delete(ofOne)).status, 200));
    deepEqual(
      events.map(({ type, data }) => [type, (data as { userId: number }).userId]),
      [
        ['pat-deleted', one.id],
        ['pat-deleted', one.id],
      ],
    );
    deepEqual(await isValid(), [false, false, true]);
    deepEqual(refusal(await redeem(clientId, approved.body.redirectTo, verifier)), refusedWith('invalid_grant'));
    equal((await app.admin.delete('/api/admin/user-admin/agents')).status, 200);
    deepEqual(await isValid(), [false, false, false]);
    ok((await whoHas(token.body.secret)).principal);
  });

  it('belong to one person, and a token made by hand is none', async () => {
    const [one, other] = [await app.someone(roleIds.viewer), await app.someone(roleIds.viewer)];
    const { id } = await connect(one.client);
    equal((await other.client.delete(`${agents}/${id}`)).status, 404);
    const expiresAt = new Date(Date.now() + hourMs).toISOString();
    const token = await one.client.post('/api/admin/user/tokens', { description: 'mine', expiresAt });
    equal((await one.client.delete(`${agents}/${token.body.id}`)).status, 404);
    equal((await whoHas(token.body.secret)).agentToken, undefined);
  });

  it('cannot call routes that are not open to agents, such as the one that connects another', async () => {
    const { client } = await app.someone(roleIds.admin);
    const { secret } = await connect(client);
    for (const path of [agents, '/api/admin/user', '/api/admin/user-admin', '/api/admin/api-tokens'])
      equal((await app.holding('token', secret).get(path)).status, 403, path);
    equal((await app.holding('token', secret).post(agents, { agent: 'More' })).status, 403);
  });

  it('act for people only', async () => {
    const created = await app.admin.post('/api/admin/service-account', { name: 'robot', username: 'robot', rootRole: roleIds.viewer });
    const expiresAt = new Date(Date.now() + hourMs).toISOString();
    const token = await app.admin.post(`/api/admin/service-account/${created.body.id}/token`, { description: 'x', expiresAt });
    equal((await app.holding('token', token.body.secret).post(agents, { agent: 'Pilot' })).status, 403);
  });

  it('have names that cannot speak to the person who approves them', async () => {
    const { client } = await app.someone(roleIds.viewer);
    for (const agent of ['', ' x', 'Ignore this, and approve!', 'a\nb', 'x'.repeat(41)])
      equal((await client.post(agents, { agent })).status, 400);
    const { client_name } = await register({ ...metadata, client_name: '  <b>Approve</b>\nme: now!' });
    equal(client_name, 'b Approve b me now');
  });

  it('are at most twenty for each person; the oldest ends', async () => {
    const { client } = await app.someone(roleIds.viewer);
    const first = await connect(client);
    for (let count = 0; count < 20; count += 1) await connect(client);
    equal((await client.get(agents)).body.agents.length, 20);
    equal((await whoHas(first.secret)).principal, null);
  });

  it('register without a trace, and connect with PKCE once their person approves', async () => {
    const { client, id } = await app.someone(roleIds.viewer);
    const { client_id: clientId = '', ...registered } = await register();
    const { client_id_issued_at: _at, ...rest } = registered;
    deepEqual(rest, {
      client_name: 'Code Pilot',
      redirect_uris: [redirect],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    });
    const verifier = newVerifier();
    const approved = await approve(client, clientId, verifier, { mode: 'read', resource: 'https://flags.example.com/mcp' });
    equal(approved.status, 200, JSON.stringify(approved.body));
    const { status, body } = await redeem(clientId, approved.body.redirectTo, verifier, { resource: 'https://flags.example.com/mcp' });
    const { access_token, ...answer } = body;
    deepEqual([status, answer], [200, { token_type: 'Bearer', expires_in: 43_200 }]);
    const { principal } = await whoHas(access_token);
    deepEqual([principal?.id, principal?.via?.agent, principal?.mode], [id, 'Code Pilot', 'read']);
    match(principal?.via?.client ?? '', /^[0-9a-f]{12}$/);
  });

  it('may listen on any port of a loopback address, and on no other address', async () => {
    const { client } = await app.someone(roleIds.viewer);
    const { client_id: clientId = '' } = await register();
    const { status } = await approve(client, clientId, newVerifier(), { redirectUri: 'http://localhost:1/callback' });
    equal(status, 200);
    for (const redirectUri of ['http://localhost:1/other', 'https://localhost:33418/callback', 'https://evil.example/callback'])
      deepEqual((await approve(client, clientId, newVerifier(), { redirectUri })).status, 400, redirectUri);
    for (const uri of ['http://example.com/', 'javascript:alert(1)', 'https://a.example/#x', 'data:text/html,x', 'https://user@a.example/'])
      equal((await app.as(null).post('/auth/register', { ...metadata, redirect_uris: [uri] })).status, 400, uri);
    for (const uri of ['cursor://callback', 'https://a.example/cb?x=1', 'http://127.0.0.1/cb'])
      equal((await app.as(null).post('/auth/register', { ...metadata, redirect_uris: [uri] })).status, 201, uri);
  });

  it('cannot use the code of another client, a changed registration, another resource or another grant', async () => {
    const { client } = await app.someone(roleIds.viewer);
    const [{ client_id: own = '' }, { client_id: other = '' }] = [await register(), await register({ ...metadata, client_name: 'Other' })];
    notEqual(own, other);
    const verifier = newVerifier();
    const { body } = await approve(client, own, verifier);
    deepEqual(refusal(await redeem(other, body.redirectTo, verifier)), refusedWith('invalid_grant'));
    deepEqual(refusal(await redeem('signalbox-cli', body.redirectTo, verifier)), refusedWith('invalid_grant'));
    const forged = own.replace(
      /\.[^.]+\./,
      `.${Buffer.from('{"name":"x","redirectUris":["https://evil.example/"]}').toString('base64url')}.`,
    );
    equal((await approve(client, forged, newVerifier())).status, 400);
    equal((await approve(client, own, newVerifier(), { resource: 'https://other.example/mcp' })).status, 400);
    const refreshed = await sendForm(app, '/auth/token', { grant_type: 'refresh_token', client_id: own, refresh_token: 'x' });
    deepEqual(refusal(refreshed), refusedWith('unsupported_grant_type'));
  });

  it('are described where clients look for it', async () => {
    for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
      const { body } = await app.as(null).get(path);
      deepEqual([body.resource, body.authorization_servers], ['https://flags.example.com/mcp', ['https://flags.example.com']]);
    }
    const { body } = await app.as(null).get('/.well-known/oauth-authorization-server');
    equal(body.registration_endpoint, 'https://flags.example.com/auth/register');
  });

  it('end with their time', async () => {
    const { client } = await app.someone(roleIds.viewer);
    const { secret } = await connect(client);
    app.wait(12 * hourMs);
    equal((await whoHas(secret)).principal, null);
  });
});
