import { deepEqual, equal, match } from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { roleIds } from '@signalbox/contracts';
import { type IdentityApp, startIdentity } from '../../identity-app.fixture.ts';
import { certificate, entityId, expiredCertificate } from './identity-provider.fixture.ts';

const path = '/api/admin/auth/saml';

describe('the check of SAML', () => {
  let app: IdentityApp;
  let server: Server;
  let url: string;
  /** The status of the sign-on page. */
  let status: number;
  before(async () => {
    server = createServer((_request, response) => response.writeHead(status).end());
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sso`;
    app = await startIdentity({ settings: { INTERNAL_ISSUERS: new URL(url).host } });
  });
  after(async () => {
    await app.close();
    await new Promise((resolve) => server.close(resolve));
  });

  const store = async (settings: object) =>
    equal((await app.admin.post(`${path}/settings`, { enabled: true, entityId, signOnUrl: url, certificate, ...settings })).status, 200);
  const faults = async () => (await app.admin.get(`${path}/check`)).body.faults as string[];
  const expired = 'The certificate of CN=idp.example expired on 2026-01-01.';

  it('names each missing setting', async () => {
    deepEqual(await faults(), ['The entity ID of the provider is missing.', 'The certificate is missing.', 'The sign-on URL is missing.']);
  });

  it('finds no fault with a page that answers, even by refusing a visit without a request', async () => {
    await store({});
    for (status of [200, 302, 400, 405]) deepEqual(await faults(), [], String(status));
  });

  it('reports a sign-on page that is not there or fails', async () => {
    await store({});
    for (status of [404, 503]) deepEqual(await faults(), [`The sign-on page (${url}) was answered with status ${status}.`]);
  });

  it('reports expired certificates unless another one is valid', async () => {
    status = 200;
    await store({ certificate: expiredCertificate });
    deepEqual(await faults(), [expired]);
    await store({ certificate: `${expiredCertificate}\n${certificate}` });
    deepEqual(await faults(), []);
  });

  it('fetches nothing from internal addresses or without HTTPS, and says so', async () => {
    await store({ signOnUrl: 'https://127.0.0.2/sso' });
    match((await faults()).join(), /^The sign-on page \(https:\/\/127\.0\.0\.2\/sso\) cannot be fetched: .*127\.0\.0\.2/);
    await store({ signOnUrl: 'http://idp.example/sso' });
    match((await faults()).join(), /^The sign-on page \(http:\/\/idp\.example\/sso\) cannot be fetched: .*https/);
  });

  it('is for administrators only', async () => {
    const { client } = await app.someone(roleIds.viewer);
    equal((await client.get(`${path}/check`)).status, 403);
  });
});
