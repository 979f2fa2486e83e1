import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { certificate, privateKey } from './certificate.fixture.ts';
import { type GuardedFetch, openGuardedFetch } from './guarded-fetch.ts';

const listening = async (server: Server) => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};
const addresses: Readonly<Record<string, string>> = { 'public.example': '8.8.8.8', 'internal.example': '10.0.0.1' };

describe('a guarded fetch through a proxy', () => {
  const trusted = getCACertificates('default');
  const requested: { readonly host: string | undefined; readonly authorization: string | undefined }[] = [];
  let receiver: Server;
  let proxy: Server;
  let guarded: GuardedFetch;
  before(async () => {
    setDefaultCACertificates([...trusted, certificate]);
    receiver = createSecureServer({ key: privateKey, cert: certificate }, (_request, response) => void response.end('hello'));
    const port = await listening(receiver);
    proxy = createServer().on('connect', ({ url, headers }, client) => {
      requested.push({ host: url, authorization: headers['proxy-authorization'] });
      const upstream = connect(port, '127.0.0.1', () => void client.write('HTTP/1.1 200 OK\r\n\r\n'));
      client.pipe(upstream).pipe(client);
      for (const socket of [client, upstream]) socket.on('error', () => undefined);
    });
    guarded = openGuardedFetch({
      setting: 'SOME_HOSTS',
      hosts: ['allowed.example'],
      proxy: { httpsProxy: `http://me:secret@127.0.0.1:${await listening(proxy)}`, noProxy: 'direct.example' },
      lookup: ((name: string, _options: unknown, callback: (error: Error | null, found: unknown) => void) =>
        addresses[name]
          ? callback(null, [{ address: addresses[name], family: 4 }])
          : callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), [])) as never,
    });
  });
  beforeEach(() => void (requested.length = 0));
  after(async () => {
    await guarded.close();
    setDefaultCACertificates(trusted);
    for (const server of [proxy, receiver]) {
      server.closeAllConnections();
      server.close();
    }
  });

  const reasonOf = (error: unknown): string => String((error as { cause?: Error }).cause?.message ?? error);

  it('requests public, unknown and allowed names from the proxy, with its credentials', async () => {
    const hosts = ['public.example', 'unknown.example', 'allowed.example'];
    for (const host of hosts) equal(await (await guarded.fetch(`https://${host}/`)).text(), 'hello');
    deepEqual(
      requested,
      hosts.map((host) => ({ host: `${host}:443`, authorization: `Basic ${btoa('me:secret')}` })),
    );
  });

  it('never requests internal names and addresses from the proxy', async () => {
    for (const host of ['internal.example', '10.0.0.1', '[::1]', '169.254.169.254', '2130706433'])
      await rejects(guarded.fetch(`https://${host}/`), (error) => /is not a public address/.test(reasonOf(error)), host);
    deepEqual(requested, []);
  });

  it('connects directly to excepted hosts, and to allowed hosts over HTTP', async () => {
    await rejects(guarded.fetch('https://direct.example/'), (error) => {
      match(reasonOf(error), /not found/);
      return true;
    });
    await rejects(guarded.fetch('http://allowed.example/'), (error) => /not found/.test(reasonOf(error)));
    deepEqual(requested, []);
  });
});
