import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { authenticate, hashSecret, roleIds } from '@signalbox/contracts';
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Answer } from '@signalbox/testing';
import { generateKeyPair } from 'jose';
import { PersonalToken } from '../../tables/token.ts';
import { type IdentityApp, startIdentity } from '../../identity-app.fixture.ts';
import { forgetExchangedJob } from './forget-exchanged.ts';
import { openTokenIssuer, type TokenIssuer } from './token-issuer.fixture.ts';
import { UsedSubjectToken } from '../../tables/workload.ts';

const administration = '/api/admin/workload-identities';
const exchange = '/auth/token/exchange';
const name = 'shop-deploys';

describe('token exchange', () => {
  let app: IdentityApp;
  let issuer: TokenIssuer;
  let ahead = 0;
  let id: number;
  let input: Record<string, unknown>;
  before(async () => {
    issuer = await openTokenIssuer(() => new Date(Date.now() + ahead));
    app = await startIdentity({ settings: { INTERNAL_ISSUERS: new URL(issuer.issuer).host } });
    await app.publishProject('shop');
    input = {
      name,
      issuer: issuer.issuer,
      audience: 'signalbox',
      claims: { repository: ['acme/shop'], ref: ['refs/heads/main', 'refs/heads/release/*'] },
      project: 'shop',
      roles: [roleIds.member],
    };
    const { status, body } = await app.admin.post(administration, input);
    equal(status, 201, JSON.stringify(body));
    id = body.id;
  });
  after(async () => {
    await app.close();
    await issuer.close();
  });

  const wait = (ms: number) => {
    ahead += ms;
    app.wait(ms);
  };
  const form = (subject_token: string, more: Record<string, string | undefined> = {}) =>
    new URLSearchParams(
      Object.entries({
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token,
        subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
        audience: name,
        ...more,
      }).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ).toString();
  const send = (subject_token: string, more?: Record<string, string | undefined>): Promise<Answer> =>
    app
      .as(null)
      .post(exchange, undefined, { raw: form(subject_token, more), headers: { 'content-type': 'application/x-www-form-urlencoded' } });
  const isKnown = async (secret: string) => (await app.host.ask(authenticate, { kind: 'token', secret })).principal !== null;
  const obtain = async (): Promise<string> => {
    const { status, body } = await send(await issuer.sign());
    equal(status, 200, JSON.stringify(body));
    return body.access_token;
  };
  const refusal = ({ status, body }: Answer) => [status, body.name, body.error];
  const invalid = [400, 'BadDataError', 'invalid_request'];

  it('returns a token of the workload identity in OAuth terms, which is not stored', async () => {
    const { status, headers, body } = await send(await issuer.sign());
    const { access_token, ...rest } = body;
    equal(status, 200);
    deepEqual(rest, { issued_token_type: 'urn:ietf:params:oauth:token-type:access_token', token_type: 'Bearer', expires_in: 900 });
    equal(headers['cache-control'], 'no-store');
    const { body: profile } = await app.holding('token', access_token).get('/api/admin/user');
    deepEqual([profile.user.id, profile.user.username, profile.user.rootRole], [id, name, roleIds.viewer]);
    deepEqual(
      profile.permissions.map(({ project, permission }: { project: string; permission: string }) => [project, permission]).slice(0, 1),
      [['shop', 'CREATE_FEATURE']],
    );
    const rows = await app.store('identity').reader().find(PersonalToken, { userId: id });
    ok(rows.some(({ hash }) => hash === hashSecret(access_token)) && !JSON.stringify(rows).includes(access_token.split(':')[1]));
    ok((await app.admin.get(`${administration}/${id}`)).body.seenAt);
  });

  it('emits an event with the workload and the matched claims, without the token', async () => {
    const token = await issuer.sign();
    const [event, ...others] = await app.eventsOf('identity', () => send(token));
    const { tokenId, expiresAt, ...data } = Object(event?.data);
    deepEqual([others, event?.type, event?.createdBy, event?.project], [[], 'workload-token-issued', name, 'shop']);
    deepEqual(data, {
      id,
      name,
      issuer: issuer.issuer,
      subject: 'repo:acme/shop:ref:refs/heads/main',
      claims: { repository: 'acme/shop', ref: 'refs/heads/main' },
    });
    ok(tokenId > 0 && Date.parse(expiresAt) > Date.now());
    equal(JSON.stringify(event).includes(token.split('.')[2] ?? ''), false);
  });

  it('accepts a single audience in a list, and any ref that the rules match', async () => {
    equal((await send(await issuer.sign({ claims: { aud: ['signalbox'], ref: 'refs/heads/release/7' } }))).status, 200);
  });

  it('refuses an unsuitable token, with the reason if the issuer has signed it', async () => {
    const seconds = Math.floor((Date.now() + ahead) / 1000);
    for (const [claims, reason] of [
      [{ aud: 'elsewhere' }, /aud/],
      [{ aud: ['signalbox', 'elsewhere'] }, /aud/],
      [{ aud: undefined }, /aud/],
      [{ iss: 'https://elsewhere.example' }, /iss/],
      [{ exp: seconds - 31 }, /exp/],
      [{ exp: undefined }, /exp/],
      [{ exp: seconds + 90_000 }, /more than one day/],
      [{ nbf: seconds + 60 }, /nbf/],
      [{ iat: seconds + 60 }, /iat/],
      [{ iat: undefined }, /iat/],
      [{ sub: undefined }, /sub/],
      [{ repository: 'acme/other' }, /repository/],
      [{ repository: 'acme/shop2' }, /repository/],
      [{ repository: undefined }, /repository/],
      [{ ref: 'refs/heads/release/7/x' }, /ref/],
      [{ ref: 'refs/pull/1/merge' }, /ref/],
    ] as const) {
      const answer = await send(await issuer.sign({ claims }));
      deepEqual(refusal(answer), invalid, JSON.stringify(claims));
      match(answer.body.message, reason);
      equal(answer.body.error_description, answer.body.message);
    }
  });

  it('gives no reason for tokens without a valid signature: the response is the same as for an unknown name', async () => {
    const good = await issuer.sign();
    const [header = '', payload = '', signature = ''] = good.split('.');
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const other = (await generateKeyPair('RS256')).privateKey;
    const publicKey = Buffer.from(JSON.stringify(issuer.publicJwk()));
    const { message: unknown } = (await send(good, { audience: 'nobody' })).body;
    match(unknown, /no enabled workload identity/);
    for (const token of [
      `${encoded({ alg: 'none' })}.${payload}.`,
      `${encoded({ alg: 'none', kid: 'key-1' })}.${payload}.${signature}`,
      await issuer.sign({ alg: 'HS256', key: publicKey }),
      await issuer.sign({ alg: 'HS256', key: Buffer.from(String(issuer.publicJwk()['n']), 'base64url') }),
      await issuer.sign({ key: other }),
      await issuer.sign({ key: other, kid: 'unknown' }),
      `${header}.${encoded({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ref: 'x' })}.${signature}`,
      `${header}.${payload}`,
      `${header}.${payload}.`,
      'nothing',
      '..',
      'ü.ü.ü',
      `${encoded({ alg: 'RS256', kid: 'key-1', crit: ['x'], x: 1 })}.${payload}.${signature}`,
    ]) {
      const answer = await send(token);
      deepEqual([...refusal(answer), answer.body.message], [...invalid, unknown], token.slice(0, 60));
    }
  });

  it('refuses invalid requests with OAuth error codes', async () => {
    const good = await issuer.sign();
    for (const [more, error, path] of [
      [{ grant_type: undefined }, 'invalid_request', 'grant_type'],
      [{ grant_type: 'client_credentials' }, 'unsupported_grant_type', 'grant_type'],
      [{ subject_token: undefined }, 'invalid_request', 'subject_token'],
      [{ subject_token: 'x'.repeat(16_385) }, 'invalid_request', 'subject_token'],
      [{ subject_token_type: undefined }, 'invalid_request', 'subject_token_type'],
      [{ subject_token_type: 'urn:ietf:params:oauth:token-type:saml2' }, 'invalid_request', 'subject_token_type'],
      [{ requested_token_type: 'urn:ietf:params:oauth:token-type:refresh_token' }, 'invalid_request', 'requested_token_type'],
      [{ audience: undefined }, 'invalid_target', 'audience'],
    ] as const) {
      const answer = await send(good, more);
      deepEqual([...refusal(answer), answer.body.details[0].path], [400, 'BadDataError', error, path]);
    }
    equal((await app.as(null).post(exchange, { grant_type: 'x' })).status, 415);
    equal((await send(good)).status, 200);
  });

  it('accepts a token once, even concurrently or without an id', async () => {
    for (const claims of [{}, { jti: undefined }]) {
      const token = await issuer.sign({ claims });
      const answers = await Promise.all([1, 2, 3, 4].map(() => send(token)));
      deepEqual(
        answers.map(({ status }) => status).toSorted((one, other) => one - other),
        [200, 400, 400, 400],
      );
      match((await send(token)).body.message, /works only once/);
    }
  });

  it('issues tokens that expire, and deletes them and the record of the exchange', async () => {
    const secret = await obtain();
    equal(await isKnown(secret), true);
    wait(899_000);
    equal(await isKnown(secret), true);
    wait(1000);
    equal(await isKnown(secret), false);
    const now = () => new Date(Date.now() + ahead);
    await app.store('identity').transaction((em) =>
      forgetExchangedJob.run({
        write: (work: (context: { em: typeof em; now: () => Date }) => unknown) => Promise.resolve(work({ em, now })),
      } as never),
    );
    const em = app.store('identity').reader();
    deepEqual([await em.count(PersonalToken, { userId: id }), await em.count(UsedSubjectToken, {})], [0, 0]);
  });

  it('ends all tokens when a workload identity is changed, disabled or deleted, and refuses new ones', async () => {
    const secret = await obtain();
    equal((await app.admin.put(`${administration}/${id}`, input)).status, 200);
    equal(await isKnown(secret), true);
    equal((await app.admin.put(`${administration}/${id}`, { ...input, claims: { repository: ['acme/*'] } })).status, 200);
    equal(await isKnown(secret), false);
    const other = await obtain();
    await app.admin.put(`${administration}/${id}`, { ...input, enabled: false });
    equal(await isKnown(other), false);
    deepEqual(refusal(await send(await issuer.sign())), invalid);
    await app.admin.put(`${administration}/${id}`, input);
    const { body: gone } = await app.admin.post(administration, { ...input, name: 'gone' });
    const { body } = await send(await issuer.sign(), { audience: 'gone' });
    await app.admin.delete(`${administration}/${gone.id}`);
    equal(await isKnown(body.access_token), false);
    deepEqual(refusal(await send(await issuer.sign(), { audience: 'gone' })), invalid);
  });

  it('issues no token that can create a longer-lived one', async () => {
    const client = app.holding('token', await obtain());
    const { status, body } = await client.post('/api/admin/user/tokens', {
      description: 'for ever',
      expiresAt: '2099-01-01T00:00:00.000Z',
    });
    deepEqual([status, body.name], [403, 'OperationDeniedError']);
    equal((await client.get(administration)).status, 403);
    equal((await client.post(administration, { ...input, name: 'mine' })).status, 403);
  });

  it('requests keys from the issuer once in ten minutes, and for unknown keys once in ten seconds', async () => {
    wait(601_000);
    issuer.answerWith(null);
    await obtain();
    const before = issuer.requestedPaths.length;
    await obtain();
    equal(issuer.requestedPaths.length, before);
    wait(10_000);
    const other = (await generateKeyPair('RS256')).privateKey;
    for (let index = 0; index < 5; index += 1) await send(await issuer.sign({ key: other, kid: `unknown-${index}` }));
    equal(issuer.requestedPaths.length, before + 2);
    wait(601_000);
    await obtain();
    equal(issuer.requestedPaths.length, before + 4);
  });

  it('accepts tokens of a new key immediately, and refuses those of the replaced key', async () => {
    const old = await issuer.sign();
    wait(10_000);
    await issuer.rotate();
    await obtain();
    deepEqual(refusal(await send(old)), invalid);
  });

  it('returns 503 in limited time while the issuer is unavailable, and recovers by itself', async () => {
    wait(601_000);
    const unavailable = async (answer: Answer) => {
      deepEqual([answer.status, answer.body.name, answer.body.error], [503, 'UnavailableError', 'temporarily_unavailable']);
      ok(answer.headers['retry-after']);
    };
    const configuration = (issuedBy: string, keys: string) => (response: ServerResponse) =>
      response.end(JSON.stringify({ issuer: issuedBy, jwks_uri: keys }));
    for (const answer of [
      (response: ServerResponse) => response.writeHead(500).end(),
      (response: ServerResponse) => response.end('no JSON'),
      (response: ServerResponse) => response.end('null'),
      configuration('https://elsewhere.example', 'https://elsewhere.example'),
      configuration(issuer.issuer, 'http://127.0.0.1:1/'),
      configuration(issuer.issuer, 'https://169.254.169.254/'),
      (response: ServerResponse) => response.writeHead(302, { location: 'https://169.254.169.254/' }).end(),
    ]) {
      issuer.answerWith(answer);
      await unavailable(await send(await issuer.sign()));
      wait(10_000);
    }
    issuer.answerWith(() => undefined); // Never responds.
    await unavailable(await send(await issuer.sign()));
    issuer.answerWith(null);
    await unavailable(await send(await issuer.sign()));
    wait(10_000);
    await obtain();
  });

  it('uses cached keys while the issuer is unavailable, even after a token with an unknown key', async () => {
    wait(10_000);
    issuer.answerWith((response) => response.writeHead(500).end());
    const other = (await generateKeyPair('RS256')).privateKey;
    equal((await send(await issuer.sign({ key: other, kid: 'unknown' }))).status, 503);
    await obtain();
    issuer.answerWith(null);
  });

  it('refuses a thousand-and-first valid token of one workload identity', async () => {
    const at = new Date(Date.now() + ahead);
    const rows = (expiresAt: Date, count: number) =>
      Array.from({ length: count }, () => {
        const hash = randomBytes(32).toString('hex');
        return { userId: id, hash, description: hash, expiresAt, createdAt: at, seenAt: null };
      });
    await app.store('identity').transaction(async (em) => {
      await em.nativeDelete(PersonalToken, { userId: id });
      await em.insertMany(PersonalToken, [...rows(new Date(at.getTime() + 60_000), 999), ...rows(at, 1)]);
    });
    await obtain();
    deepEqual(refusal(await send(await issuer.sign())), invalid);
    wait(60_000);
    await obtain();
  });
});
