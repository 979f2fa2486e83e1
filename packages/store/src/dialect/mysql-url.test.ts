import { deepEqual, rejects, throws } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testEnvironment } from '@signalbox/testing/environment';
import { mysqlServer } from './mysql-url.ts';
import { openStore } from './open-store.ts';
import { itemSchema } from '../store.fixture.ts';

const server = (url: string) => mysqlServer(new URL(url));

describe('the URL of a MySQL server', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'signalbox-url-'));
    await writeFile(join(folder, 'ca.pem'), 'a certificate');
  });
  after(() => rm(folder, { recursive: true }));

  it('contains address and user', () => {
    deepEqual(server('mysql://signal%40box:p%2Fw@db.example:3307/'), {
      host: 'db.example',
      port: 3307,
      user: 'signal@box',
      password: 'p/w',
    });
    deepEqual(server('mysql://box@[::1]'), { host: '::1', port: 3306, user: 'box', password: '' });
  });

  it('selects TLS like the server’s own clients', () => {
    const ssl = (query: string) => server(`mysql://box@db?${query}`).ssl;
    deepEqual(ssl('ssl-mode=DISABLED'), undefined);
    deepEqual(ssl('ssl-mode=required'), { rejectUnauthorized: false });
    deepEqual(ssl('ssl-mode=VERIFY_CA'), { rejectUnauthorized: true });
    deepEqual(ssl('ssl-mode=VERIFY_IDENTITY'), { rejectUnauthorized: true, verifyIdentity: true });
    const ca = join(folder, 'ca.pem');
    deepEqual(ssl(`ssl-ca=${ca}`), { rejectUnauthorized: true, ca: 'a certificate' });
    deepEqual(ssl(`ssl-mode=VERIFY_IDENTITY&ssl-ca=${ca}`), { rejectUnauthorized: true, verifyIdentity: true, ca: 'a certificate' });
  });

  const refused: readonly (readonly [url: string, why: RegExp])[] = [
    ['mysql://db.example', /it names no user/],
    ['mysql://box@db?sslmode=require', /the parameter sslmode is unknown \(known: ssl-mode, ssl-ca\)/],
    ['mysql://box@db?ssl-mode=PREFERRED', /ssl-mode=PREFERRED is none of DISABLED, REQUIRED/],
    ['mysql://box@db?ssl-mode=REQUIRED&ssl-ca=/ca.pem', /would not verify the certificate/],
    ['mysql://box@db?ssl-ca=/nowhere/ca.pem', /cannot be read/],
    ['mysql://box@db/features', /it names the schema features/],
  ];
  for (const [url, why] of refused) {
    it(`is refused as ${url}`, () => {
      throws(() => server(url), { name: 'UnusableUrl', code: 'STORE_URL', message: why });
    });
  }

  if (testEnvironment.way === 'distributed' && testEnvironment.mysqlUrl !== undefined) {
    const url = new URL(testEnvironment.mysqlUrl);
    it('never connects in clear text if it requires TLS', async () => {
      url.searchParams.set('ssl-mode', 'REQUIRED');
      const store = openStore(url.href, { service: 'items', prefix: 'never_', dataDir: '' }, itemSchema);
      await rejects(store, { code: 'HANDSHAKE_NO_SSL_SUPPORT' });
    });
  }
});
