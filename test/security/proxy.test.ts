import { deepEqual, equal } from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { eventually } from '@signalbox/testing';
import { startIdentity } from '../../services/identity/src/identity-app.fixture.ts';
import { openMailServer } from '../../services/identity/src/mail-server.fixture.ts';
import { startIntegrations } from '../../services/integrations/src/integrations-app.fixture.ts';

describe('a proxy', () => {
  const requested: string[] = [];
  let proxy: Server;
  let url: string;
  before(async () => {
    proxy = createServer().on('connect', ({ url: host = '' }, client) => {
      requested.push(host);
      if (!host.startsWith('127.0.0.1:')) {
        client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
        return;
      }
      const upstream = connect(Number(host.split(':')[1]), '127.0.0.1', () => void client.write('HTTP/1.1 200 OK\r\n\r\n'));
      client.pipe(upstream).pipe(client);
      for (const socket of [client, upstream]) socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  });
  beforeEach(() => void (requested.length = 0));
  after(() => {
    proxy.closeAllConnections();
    proxy.close();
  });

  it('is used for webhooks', async () => {
    const app = await startIntegrations({ settings: { HTTPS_PROXY: url } });
    const addon = {
      provider: 'webhook',
      enabled: true,
      events: ['feature-created'],
      parameters: { url: 'https://hooks.invalid/features' },
    };
    equal((await app.as(app.users.admin).post('/api/admin/addons', addon)).status, 201);
    await app.emit({ type: 'feature-created' });
    await eventually(() => equal(requested[0], 'hooks.invalid:443'));
    await app.close();
  });

  it('is used for providers of single sign-on, except for those without proxy', async () => {
    const app = await startIdentity({ settings: { HTTPS_PROXY: url, NO_PROXY: 'direct.invalid' } });
    const oidc = { enabled: true, clientId: 'signalbox', secret: 'secret' };
    for (const host of ['direct.invalid', 'idp.invalid']) {
      equal((await app.admin.post('/api/admin/auth/oidc/settings', { ...oidc, discoverUrl: `https://${host}/` })).status, 200);
      equal((await app.as(null).get('/auth/oidc/login')).status, 503);
    }
    deepEqual([...new Set(requested)], ['idp.invalid:443']);
    await app.close();
  });

  it('is used for mail if SMTP_URL names it', async () => {
    const mail = await openMailServer();
    const app = await startIdentity({ settings: { SMTP_URL: `${mail.url}?proxy=${encodeURIComponent(url)}` } });
    const user = { email: 'ann@signalbox.example', name: 'Ann', rootRole: 1, sendEmail: true };
    equal((await app.admin.post('/api/admin/user-admin', user)).body.emailSent, true);
    deepEqual(mail.recipients, [user.email]);
    deepEqual(requested, [new URL(mail.url).host]);
    await app.close();
    await mail.close();
  });
});
