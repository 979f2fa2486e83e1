import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { InMemStorageProvider, Unleash, type UnleashConfig } from 'unleash-client';

/** A running product for its first administrator. */
export interface Destination {
  readonly url: string;
  /** Password of the user `admin`. */
  readonly password: string;
}

const limitMs = 60_000;
const pollMs = 200;

/**
 * The first steps of a user: log in, create a feature and switch it on, create a token for an application and read the feature with it, see
 * its usage, try it in the playground, find it in the event log, and change it by a change request. Uses every service. Returns the steps;
 * throws at the first failure.
 */
export async function journey({ url, password }: Destination): Promise<string[]> {
  const name = `journey-${randomBytes(4).toString('hex')}`;
  const ask: Ask = (path, headers, body, method) => askAgain(url + path, headers, body, method);
  const { cookie } = await ask('/auth/simple/login', {}, { username: 'admin', password });
  const user = { cookie: cookie.join('; ') };
  const token = { tokenName: name, type: 'client', environment: 'development', projects: ['default'] };
  const made = JSON.parse((await ask('/api/admin/api-tokens', user, token)).text) as { secret: string };
  const application = { authorization: made.secret };
  const features = '/api/admin/projects/default/features';
  await ask(features, user, { name });
  await ask(`${features}/${name}/environments/development/strategies`, user, { name: 'default' });
  await ask(`${features}/${name}/environments/development/on`, user, {});
  await until(`the application reads ${name}`, async () => (await ask('/api/client/features', application)).text.includes(name));
  await evaluateWithSdk(url, application.authorization, name);
  const stop = new Date();
  const bucket = { start: new Date(stop.getTime() - 1000), stop, toggles: { [name]: { yes: 3, no: 1 } } };
  await ask('/api/client/metrics', application, { appName: 'shop', instanceId: 'one', bucket });
  const usage = `/api/admin/client-metrics/features/${name}/raw`;
  await until('its use is counted', async () => /"yes":3\b/.test((await ask(usage, user)).text));
  const question = { environment: 'development', projects: ['default'], context: { appName: 'shop' } };
  await until('the playground has the feature', async () => (await ask('/api/admin/playground', user, question)).text.includes(name));
  await until('the log has it', async () => (await ask('/api/admin/events', user)).text.includes(name));
  await changeByRequest(ask, user, name);
  return [
    'logged in',
    'feature on',
    'read by an application',
    'evaluated by an SDK',
    'use counted',
    'tried out',
    'in the log',
    'changed by request',
  ];
}

/** Waits until a published SDK evaluates the feature as on. */
async function evaluateWithSdk(url: string, Authorization: string, feature: string): Promise<void> {
  const storage: Partial<UnleashConfig> = { storageProvider: new InMemStorageProvider(), disableMetrics: true };
  const sdk = new Unleash({ url: `${url}/api`, appName: 'shop', refreshInterval: pollMs, customHeaders: { Authorization }, ...storage });
  sdk.on('error', () => undefined);
  sdk.on('warn', () => undefined);
  try {
    await until('an SDK evaluates it', async () => sdk.isEnabled(feature));
  } finally {
    sdk.destroy();
  }
}

type Ask = (path: string, headers: Record<string, string>, body?: object, method?: string) => ReturnType<typeof askAgain>;

/** Switches the feature on in production, which requires a change request. */
async function changeByRequest(ask: Ask, user: Record<string, string>, feature: string): Promise<void> {
  const project = '/api/admin/projects/default';
  const proposals = `${project}/environments/production/change-requests`;
  await ask(`${proposals}/config`, user, { changeRequestsEnabled: true, selfApproval: true }, 'PUT');
  const change = { action: 'updateEnabled', feature, payload: { enabled: true } };
  const { id } = JSON.parse((await ask(proposals, user, change)).text) as { id: number };
  for (const state of ['In review', 'Approved', 'Applied']) await ask(`${project}/change-requests/${id}/state`, user, { state }, 'PUT');
  const { text } = await ask(`${project}/features/${feature}/environments/production`, user);
  if (!(JSON.parse(text) as { enabled: boolean }).enabled) throw new Error(`change request ${id} was applied, but ${feature} is off`);
  await ask(`${proposals}/config`, user, { changeRequestsEnabled: false }, 'PUT');
}

/** Repeats a request with the same key if a service is unavailable or does not have the caller's latest state yet. */
async function askAgain(url: string, headers: Record<string, string>, body?: object, method = body ? 'POST' : 'GET') {
  // Counts and evaluations have no effect to repeat, and reject the key.
  const takesKey = /^\/api\/admin\/(?!playground)/.test(new URL(url).pathname);
  const own = { ...headers, 'content-type': 'application/json', ...(takesKey && { 'idempotency-key': randomUUID() }) };
  const request = body ? { method, headers: own, body: JSON.stringify(body) } : { method, headers };
  const end = Date.now() + limitMs;
  for (;;) {
    const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(limitMs) });
    const text = await answer.text();
    if (answer.ok) return { text, cookie: answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '') };
    const mayAskAgain = [425, 503].includes(answer.status) && Date.now() < end;
    if (!mayAskAgain) throw new Error(`${method} ${url} returned ${answer.status}: ${text}`);
    await pause(pollMs);
  }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`${what}: not within ${limitMs / 1000} s`);
    await pause(pollMs);
  }
}
