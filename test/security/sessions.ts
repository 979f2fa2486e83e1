import { operations } from '../fuzz/api/document.ts';
import { pathOf } from './planted-fields.ts';
import { dump, emittedAfter, lastMessages, ms, type Row, type World } from './world.ts';

const probe = '/api/admin/projects';
const viewer = 3;
const editor = 2;

const row = (what: string, cases: number, figure: string, target: string, findings: readonly string[]): Row => ({
  what,
  cases,
  figure,
  target,
  holds: findings.length === 0,
  findings,
});

/** Checks the attributes of the session cookie, and that a login creates a new cookie, regardless of the browser's. */
export async function lookAtCookies(world: World): Promise<Row> {
  const findings: string[] = [];
  const planted = 'f'.repeat(64);
  const { headers } = await world.app
    .with({ cookie: `__Host-unleash-session=${planted}` })
    .post('/auth/simple/login', { username: 'admin', password: world.password });
  const cookie = String(headers['set-cookie']);
  for (const part of [/^__Host-unleash-session=[0-9a-f]{64};/, /; HttpOnly/, /; Secure/, /; SameSite=Lax/, /; Path=\/(?:;|$)/])
    if (!part.test(cookie)) findings.push(`the cookie lacks ${part.source}`);
  if (/; Domain/i.test(cookie)) findings.push('the cookie names a domain');
  if (cookie.includes(planted)) findings.push('the planted session is adopted');
  if ((await world.as(`__Host-unleash-session=${planted}`).get(probe)).status !== 401) findings.push('the planted session is valid');
  return row(
    'flags of the cookie, fixation',
    8,
    '__Host-, Secure, HttpOnly, SameSite=Lax, own path; a planted session is not adopted',
    'all',
    findings,
  );
}

/** Randomness of sessions: sufficient length, no duplicates, and as many ones as zeros. */
export async function countBits(world: World, times = 50): Promise<Row> {
  const findings: string[] = [];
  const values: string[] = [];
  for (let time = 0; time < times; time += 1) values.push((await world.logIn('admin', world.password)).split('=')[1] ?? '');
  if (new Set(values).size < times) findings.push('two sessions are the same');
  const bits = (values[0]?.length ?? 0) * 4;
  if (bits < 128) findings.push(`${bits} bits`);
  const ones = Buffer.from(values.join(''), 'hex').reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0);
  const sigma = Math.abs(ones - (bits * times) / 2) / (Math.sqrt(bits * times) / 2);
  if (sigma > 4) findings.push(`the ones are ${sigma.toFixed(1)} sigma away from half`);
  return row(
    'random bits of a session',
    times,
    `${bits} bits, all different, ones within ${sigma.toFixed(1)} sigma of half`,
    '>= 128 bits',
    findings,
  );
}

const withinMs = 1000;

/** Time until a session is rejected everywhere. The suite limits it to a second; everyday tests allow for a busy machine. */
export async function endSessions(world: World, limitMs = withinMs): Promise<Row> {
  const { admin } = world;
  const users = '/api/admin/user-admin';
  const findings: string[] = [];
  let slowestMs = 0;
  const secret = 'Another-long-one-2';
  world.secrets.push(secret);
  const ends: readonly (readonly [string, (id: number, cookie: string) => Promise<{ readonly status: number }>])[] = [
    ['log-out', (_id, cookie) => world.as(cookie).post('/logout')],
    ['deletion', (id) => admin.delete(`${users}/${id}`)],
    ['another password', (id) => admin.post(`${users}/${id}/change-password`, { password: secret })],
  ];
  for (const [what, end] of ends) {
    const { id, cookie } = await world.someone(editor);
    if ((await world.as(cookie).get(probe)).status !== 200) findings.push(`${what}: the session was not valid before`);
    const { status } = await end(id, cookie);
    const begun = performance.now();
    if (status >= 400) findings.push(`${what}: ${status}`);
    while ((await world.as(cookie).get(probe)).status !== 401 && performance.now() - begun < 5 * limitMs);
    slowestMs = Math.max(slowestMs, performance.now() - begun);
  }
  if (slowestMs > limitMs) findings.push(`the slowest took ${ms(slowestMs)}`);
  return row('log-out, deletion and a new password end sessions', ends.length, `within ${ms(slowestMs)}`, `<= ${ms(limitMs)}`, findings);
}

const foreign: readonly Readonly<Record<string, string>>[] = [
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  { 'sec-fetch-site': 'same-site', origin: 'https://neighbour.example' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
];

/** Sends what a page of another origin can send with an administrator's cookie to every operation that changes something. */
export async function forge(world: World, each = foreign.length): Promise<Row> {
  const findings: string[] = [];
  const cookie = await world.logIn('admin', world.password);
  const changes = operations.filter(({ method, path }) => method !== 'GET' && (path.startsWith('/api/admin') || path === '/logout'));
  const before = await lastMessages(world);
  let cases = 0;
  for (const operation of changes) {
    for (const headers of foreign.slice(0, each)) {
      cases += 1;
      const client = world.app.with({ cookie, ...headers });
      const { status } = await (operation.method === 'POST'
        ? client.post(pathOf(operation), {})
        : operation.method === 'PUT'
          ? client.put(pathOf(operation), {})
          : operation.method === 'PATCH'
            ? client.patch(pathOf(operation), [])
            : client.delete(pathOf(operation)));
      if (status !== 401) findings.push(`${operation.id} with ${JSON.stringify(headers)}: ${status}`);
    }
  }
  findings.push(...(await emittedAfter(world, before)));
  if ((await world.as(cookie).get(probe)).status !== 200) findings.push('the session was ended');
  return row(`requests of other origins to ${changes.length} operations`, cases, 'all 401, no events', 'all refused', findings);
}

/** Sends every GET operation like an administrator who follows a link of another page. */
export async function look(world: World): Promise<Row> {
  const findings: string[] = [];
  const cookie = await world.logIn('admin', world.password);
  const reads = operations.filter(({ method, path }) => method === 'GET' && !/^\/auth\/(?:oidc|saml)|stream|\/metrics$/.test(path));
  const before = await lastMessages(world);
  for (const operation of reads) {
    const controller = AbortSignal.timeout(5000);
    const answer = await fetch(`${world.app.url}${pathOf(operation)}`, {
      headers: { cookie, 'sec-fetch-site': 'cross-site' },
      redirect: 'manual',
      signal: controller,
    });
    await answer.body?.cancel();
    if (answer.status >= 500 && answer.status !== 503) findings.push(`${operation.id}: ${answer.status}`);
  }
  findings.push(...(await emittedAfter(world, before)));
  if ((await world.as(cookie).get(probe)).status !== 200) findings.push('the session was ended');
  return row('GET requests have no effect', reads.length, 'no events', 'no effect', findings);
}

/** Creates every kind of secret that a request can create, and searches all tables of all services for them. */
export async function lookForSecrets(world: World): Promise<Row> {
  const { admin, secrets } = world;
  const expiresAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
  const { cookie } = await world.someone(viewer);
  const given = [
    (await admin.post('/api/admin/api-tokens', { tokenName: 'a', type: 'client', environment: 'development', projects: ['default'] })).body
      .secret,
    (await admin.post('/api/admin/api-tokens', { tokenName: 'b', type: 'admin' })).body.secret,
    (await world.as(cookie).post('/api/admin/user/tokens', { description: 'scripts', expiresAt })).body.secret,
    (await admin.post('/api/admin/invite-link/tokens', { name: 'Interns', expiresAt: new Date(Date.now() + 3_600_000).toISOString() })).body
      .secret,
  ];
  const account = (await admin.post('/api/admin/service-account', { username: 'security-robot', rootRole: viewer })).body;
  given.push((await admin.post(`/api/admin/service-account/${account.id}/token`, { description: 'deploys', expiresAt })).body.secret);
  const findings = given.flatMap((secret, index) => (typeof secret === 'string' ? [] : [`secret ${index} was not returned`]));
  secrets.push(...given.filter((secret) => typeof secret === 'string'));
  const text = await dump(world);
  const usable = secrets.flatMap((secret) => [secret, ...secret.split(/[.:]/).filter((part) => part.length >= 32)]);
  for (const secret of usable) if (secret.length > 0 && text.includes(secret)) findings.push(`${secret.slice(0, 6)}... is in a table`);
  return row(
    `secrets in a dump of ${world.app.host.stores.size} databases`,
    usable.length,
    `0 in ${(text.length / 1e6).toFixed(1)} MB`,
    '0',
    findings,
  );
}
