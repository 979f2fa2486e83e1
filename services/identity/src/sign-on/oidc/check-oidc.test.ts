import { deepEqual, equal, match } from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { roleIds } from '@signalbox/contracts';
import { type IdentityApp, startIdentity } from '../../identity-app.fixture.ts';

const path = '/api/admin/auth/oidc';

describe('the check of OpenID Connect', () => {
  let app: IdentityApp;
  let server: Server;
  let url: string;
  let answers: Record<string, unknown>;
  before(async () => {
    server = createServer((request, response) => {
      const answer = answers[request.url ?? ''];
      response.writeHead(answer === undefined ? 404 : 200).end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    app = await startIdentity({ settings: { INTERNAL_ISSUERS: new URL(url).host } });
  });
  beforeEach(() => {
    const metadata = { issuer: url, authorization_endpoint: `${url}/auth`, token_endpoint: `${url}/token`, jwks_uri: `${url}/keys` };
    answers = { '/.well-known/openid-configuration': metadata, '/keys': { keys: [{ kty: 'RSA', use: 'sig' }] } };
  });
  after(async () => {
    await app.close();
    await new Promise((resolve) => server.close(resolve));
  });

  const store = async (settings: object) => equal((await app.admin.post(`${path}/settings`, settings)).status, 200);
  const faults = async () => (await app.admin.get(`${path}/check`)).body.faults as string[];
  const complete = (discoverUrl = url) => ({ enabled: true, discoverUrl, clientId: 'signalbox', secret: 'known to both' });
  const document = '/.well-known/openid-configuration';

  it('names each missing setting', async () => {
    const missing = ['The client ID is missing.', 'The client secret is missing.', 'The issuer or discovery URL is missing.'];
    deepEqual(await faults(), missing);
  });

  it('finds no fault with a complete provider, by its issuer or by the address of its document', async () => {
    for (const discoverUrl of [url, `${url}/`, url + document]) {
      await store(complete(discoverUrl));
      deepEqual(await faults(), [], discoverUrl);
    }
  });

  it('reports each fault of the provider in words', async () => {
    await store(complete());
    answers[document] = { issuer: 'https://other.example', token_endpoint: `${url}/token`, jwks_uri: `${url}/keys` };
    answers['/keys'] = { keys: [{ kty: 'EC' }, { kty: 'RSA', use: 'enc' }] };
    deepEqual(await faults(), [
      'The discovery document has no authorization_endpoint.',
      `The discovery document names the issuer https://other.example, but was fetched from ${url}.`,
      `The list of keys (${url}/keys) has no RSA key that signs ID tokens.`,
    ]);
    answers[document] = '<html>';
    deepEqual(await faults(), [`The discovery document (${url}${document}) is not JSON.`]);
    answers = {};
    deepEqual(await faults(), [`The discovery document (${url}${document}) was answered with status 404.`]);
  });

  it('fetches nothing from internal addresses, and says so', async () => {
    await store(complete());
    answers[document] = { ...(answers[document] as object), jwks_uri: 'http://127.0.0.2/keys' };
    const [fault = ''] = await faults();
    match(fault, /^The list of keys \(http:\/\/127\.0\.0\.2\/keys\) cannot be fetched: .*127\.0\.0\.2/);
  });

  it('is for administrators only', async () => {
    const { client } = await app.someone(roleIds.viewer);
    equal((await client.get(`${path}/check`)).status, 403);
  });
});
