import { type AddressInfo, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import type { Row, World } from './world.ts';

/** Spellings of internal addresses, and of addresses that are not on the web at all. */
const formsOf = (port: number): readonly string[] => [
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '0',
    '0.0.0.0',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '017700000001',
    '0177.0.0.1',
    '127.0.0.2',
    '127.255.255.254',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'ip6-localhost',
    hostname(),
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '%31%32%37.0.0.1',
  ].map((host) => `https://${host}:${port}/`),
  'https://169.254.169.254/latest/meta-data/',
  'https://[fe80::1]/',
  'https://[fd00::1]/',
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://192.168.0.1/',
  'https://100.64.0.1/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  `http://127.0.0.1:${port}/`,
  `http://example.com@127.0.0.1:${port}/`,
  `https://example.com@127.0.0.1:${port}/`,
  `https://127.0.0.1:${port}#@example.com/`,
  'file:///etc/passwd',
  `ftp://127.0.0.1:${port}/`,
  `gopher://127.0.0.1:${port}/`,
  'data:application/json,{}',
  'javascript:1',
  `//127.0.0.1:${port}/`,
  '',
];

const settingsPath = '/api/admin/auth/oidc/settings';
const identities = '/api/admin/workload-identities';

/**
 * All settings in which an administrator or a token names a URL that the product then contacts: providers of OpenID Connect, and issuers of
 * workloads.
 */
export async function reachInside(world: World): Promise<Row> {
  const canary = await openCanary();
  const findings: string[] = [];
  const statuses = new Map<number, number>();
  const note = ({ status }: { readonly status: number }, what: string) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status < 400 || (status >= 500 && status !== 503)) findings.push(`${what}: ${status}`);
  };
  const forms = formsOf(canary.port);
  for (const [index, form] of forms.entries()) {
    const provider = { enabled: true, discoverUrl: form, clientId: 'x', secret: 'y' };
    const set = await world.admin.post(settingsPath, provider);
    note(set.status < 400 ? await world.app.with({}).get('/auth/oidc/login') : set, `OpenID at ${form}`);
    const name = `inside-${index}`;
    const identity = { name, issuer: form, audience: 'signalbox', claims: { sub: ['x'] }, project: 'default', roles: [] };
    const created = await world.admin.post(identities, identity);
    note(created.status < 400 ? await exchange(world, name, form) : created, `issuer ${form}`);
  }
  await world.admin.post(settingsPath, { enabled: false });
  if (canary.connections() > 0) findings.push(`${canary.connections()} incoming connections`);
  await canary.close();
  const answers = [...statuses].map(([status, count]) => `${count} x ${status}`).join(', ');
  return {
    what: `internal addresses in ${forms.length} spellings, in 2 settings`,
    cases: 2 * forms.length,
    figure: `${canary.connections()} connections; ${answers}`,
    target: '0 connections',
    holds: findings.length === 0,
    findings,
  };
}

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Sends a token that names the issuer: its keys must be fetched before the signature can be verified. */
function exchange({ app }: World, audience: string, iss: string) {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss, aud: 'signalbox', sub: 'x', iat: now, exp: now + 60 };
  const subject_token = `${base64({ alg: 'RS256', kid: 'x' })}.${base64(claims)}.${Buffer.alloc(256).toString('base64url')}`;
  const [grant_type, subject_token_type] = ['grant-type:token-exchange', 'token-type:jwt'].map((name) => `urn:ietf:params:oauth:${name}`);
  const raw = new URLSearchParams({ grant_type, subject_token_type, subject_token, audience } as Record<string, string>).toString();
  return app.with({}).post('/auth/token/exchange', undefined, { raw, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
}

/** Listens at addresses to which nothing should connect, on both address families if available. */
async function openCanary() {
  let connections = 0;
  const listen = (port: number, host: string) =>
    new Promise<Server | null>((resolve) => {
      const server = createServer((socket) => {
        connections += 1;
        socket.destroy();
      });
      server.once('error', () => resolve(null));
      server.listen(port, host, () => resolve(server));
    });
  const first = await listen(0, '0.0.0.0');
  const port = (first?.address() as AddressInfo | undefined)?.port ?? 0;
  const servers = [first, await listen(port, '::1')];
  return {
    port,
    connections: () => connections,
    close: () => Promise.all(servers.map(async (server) => server?.close())),
  };
}
