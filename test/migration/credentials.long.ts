import { deepEqual, equal, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { hashSecret } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { type Product, startProduct } from '../journeys/product.ts';
import { type Reference, startReference } from '../reference/start-reference.ts';

/** With these flags, the reference server issues secrets of the later format and stores only their verifiers. */
const flags = ['secureTokenStorage', 'secureAccountTokenStorage'];
const createdAt = '2026-01-02T03:04:05.000Z';

describe('credentials of unleash-server 8.2', () => {
  let reference: Reference;
  let product: Product;
  const secrets: Record<'client' | 'frontend' | 'backend' | 'personal', string> = { client: '', frontend: '', backend: '', personal: '' };
  before(async () => {
    reference = await startReference('8.2.0', {}, flags);
    product = await startProduct();
    const own = { authorization: reference.tokens.admin };
    for (const type of ['client', 'frontend', 'backend'] as const) {
      const token = { tokenName: type, type, environment: 'development', projects: ['default'] };
      secrets[type] = (await post('/api/admin/api-tokens', token, own)).body.secret;
    }
    const pat = { description: 'deploys', expiresAt: '2099-01-01T00:00:00.000Z' };
    await eventually(async () => {
      const { headers } = await post('/auth/simple/login', { username: 'admin', password: reference.password });
      const cookie = headers.getSetCookie().map((each) => each.split(';', 1)[0]);
      secrets.personal = (await post('/api/admin/user/tokens', pat, { cookie: cookie.join('; ') })).body.secret;
      ok(secrets.personal);
    });
  });
  after(async () => {
    await product?.close();
    await reference?.close();
  });

  async function post(path: string, body: object, headers: Record<string, string> = {}) {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
    const answer = await fetch(reference.url + path, init);
    return { headers: answer.headers, body: (await answer.json()) as { secret: string } };
  }

  /** The rows of a query on the database of the reference server. */
  function rowsOf(query: string): Record<string, string>[] {
    const json = `select coalesce(json_agg(found), '[]') from (${query}) found`;
    return JSON.parse(execFileSync('psql', [reference.databaseUrl, '-XAtc', json], { encoding: 'utf8' }));
  }
  const verifierOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');
  const hexOf = (verifier: string | undefined) => Buffer.from(verifier ?? '', 'base64url').toString('hex');

  it('are stored in clear text in the earlier format', () => {
    const stored = rowsOf('select secret from api_tokens order by secret').map(({ secret }) => secret);
    deepEqual(stored, Object.values(reference.tokens).sort());
  });

  it('are stored in the later format as the SHA-256 of the complete secret, in base64url', () => {
    const tokens = rowsOf('select token_name, verifier from api_tokens_v2');
    const [personal] = rowsOf('select secret, verifier from personal_access_tokens');
    const verifiers = Object.fromEntries(tokens.map(({ token_name: name, verifier }) => [name, verifier]));
    for (const type of ['client', 'frontend', 'backend'] as const) equal(verifiers[type], verifierOf(secrets[type]));
    deepEqual(personal, { secret: null, verifier: verifierOf(secrets.personal) });
  });

  it('remain valid after an import of what the database contains', async () => {
    const [admin] = rowsOf("select password_hash from users where username = 'admin'");
    const user = { username: 'ann', passwordHash: admin?.['password_hash'], rootRole: 'Editor', createdAt };
    const { users } = (await product.admin.post('/api/admin/migration/users', { users: [user] })).body;
    const scope = { environment: 'development', projects: ['default'], createdAt };
    const later = rowsOf('select token_name, type, verifier from api_tokens_v2').map(({ token_name: tokenName, type, verifier }) => ({
      ...scope,
      tokenName,
      type,
      hash: hexOf(verifier),
    }));
    const earlier = { ...scope, tokenName: 'earlier', type: 'client', hash: hashSecret(reference.tokens.client) };
    const imported = await product.admin.post('/api/admin/migration/tokens', { tokens: [...later, earlier] });
    deepEqual(imported.body, { created: 4, exists: 0, revoked: 0 });
    const [personal] = rowsOf('select verifier from personal_access_tokens');
    const token = { userId: users[0].id, description: 'deploys', hash: hexOf(personal?.['verifier']), createdAt };
    equal((await product.admin.post('/api/admin/migration/personal-tokens', { tokens: [token] })).status, 200);

    const statusFor = async (path: string, authorization: string) => (await product.as({ authorization }).get(path)).status;
    for (const secret of [secrets.client, secrets.backend, reference.tokens.client])
      await eventually(async () => equal(await statusFor('/api/client/features', secret), 200));
    await eventually(async () => equal(await statusFor('/api/frontend', secrets.frontend), 200));
    equal(await statusFor('/api/client/features', `${secrets.client.slice(0, -1)}!`), 401);
    equal(await statusFor('/api/admin/user', secrets.personal), 200);
    const logIn = (password: string) => product.as({}).post('/auth/simple/login', { username: 'ann', password });
    equal((await logIn('unleash4al')).status, 401);
    for (let time = 0; time < 2; time += 1) equal((await logIn(reference.password)).status, 200);
  });
});
