import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { equal } from 'node:assert/strict';
import { type Client, openClient } from '@signalbox/testing';
import { Agent } from 'undici';
import type { Reference } from '../reference/start-reference.ts';

/** Executes SQL in the database of a reference server, for objects that its open-source API cannot create. */
export function executeSql({ databaseUrl }: Pick<Reference, 'databaseUrl'>, sql: string): string {
  return execFileSync('psql', [databaseUrl, '-v', 'ON_ERROR_STOP=1', '-Atqc', sql], { encoding: 'utf8' }).trim();
}

/** Secrets of the tokens that `fillReference` creates. */
export interface Filled {
  readonly client: string;
  readonly frontend: string;
  readonly shopClient: string;
  readonly personal: string;
  readonly user: { readonly username: string; readonly password: string };
  /** A token of the later form, or null if this version has no table for it. */
  readonly later: string | null;
}

const rows = `
  INSERT INTO projects(id, name, description) VALUES ('shop', 'Shop', 'All about orders');
  INSERT INTO environments(name, type, sort_order, enabled) VALUES ('staging', 'test', 9, true);
  INSERT INTO project_environments(project_id, environment_name)
    VALUES ('shop', 'development'), ('shop', 'staging'), ('default', 'staging');
  UPDATE project_environments SET default_strategy =
    '{"name":"flexibleRollout","parameters":{"rollout":"20","stickiness":"default","groupId":"x"},"constraints":[],"segments":[]}'
    WHERE project_id = 'default' AND environment_name = 'staging';
  INSERT INTO project_settings(project, default_stickiness, project_mode, feature_naming_pattern)
    VALUES ('shop', 'userId', 'protected', 'shop-.*');
  INSERT INTO addons(provider, description, enabled, parameters, events)
    VALUES ('webhook', 'Chat', true, '{"url":"https://receiver.example/hook"}', '["feature-created"]');`;

/** Legacy variants of a feature in an environment: later versions only keep existing ones. */
const legacyVariants = `
  UPDATE feature_environments SET variants = '[{"name":"blue","weight":700,"weightType":"variable","stickiness":"userId","overrides":[]},{"name":"red","weight":300,
    "weightType":"fix","stickiness":"userId","payload":{"type":"json","value":"{}"},"overrides":[{"contextName":"userId","values":["7"]}]}]'
  WHERE feature_name = 'variants' AND environment = 'development';`;

/** A custom role, a group with one member, and their roles in projects. Lists of permissions are the same in all versions. */
const rolesAndGroups = `
  INSERT INTO roles(id, name, description, type) VALUES (900, 'Toggler', 'May toggle', 'custom'), (901, 'Tagger', 'May tag', 'root-custom');
  INSERT INTO role_permission(role_id, permission, environment)
    VALUES (900, 'UPDATE_FEATURE_ENVIRONMENT', 'development'), (901, 'CREATE_TAG_TYPE', NULL);
  INSERT INTO groups(id, name, description) VALUES (900, 'Crew', 'All of them');
  INSERT INTO group_user(group_id, user_id) SELECT 900, id FROM users WHERE username = 'ann';
  INSERT INTO group_role(group_id, role_id, project) VALUES (900, 900, 'shop');
  INSERT INTO role_user(role_id, user_id, project) SELECT 4, id, 'shop' FROM users WHERE username = 'ann';`;

/** Later versions store only a hash of the complete secret. */
function insertLaterToken(reference: Reference): string | null {
  if (executeSql(reference, "SELECT to_regclass('api_tokens_v2')") === '') return null;
  const selector = randomBytes(16).toString('base64url');
  const secret = `default:development.v2_${selector}_${randomBytes(32).toString('base64url')}`;
  const verifier = createHash('sha256').update(secret).digest('base64url');
  executeSql(
    reference,
    `INSERT INTO api_tokens_v2(selector, verifier, token_name, type, environment, created_at, user_created)
      VALUES ('${selector}', '${verifier}', 'later', 'client', 'development', now(), false);
    INSERT INTO api_tokens_v2_project(selector, project) VALUES ('${selector}', 'default')`,
  );
  return secret;
}

/** Fills a reference server with objects of every open-source kind. */
export async function fillReference(reference: Reference): Promise<Filled> {
  const agent = new Agent();
  const admin = openClient(reference.url, agent, () => ({ authorization: reference.tokens.admin }));
  executeSql(reference, rows);
  await fillDefinitions(admin);
  const { strategies } = await must(admin.get('/api/admin/strategies'));
  const kinds = new Set((strategies as { name: string }[]).map(({ name }) => name));
  await fillFeatures(admin, 'default', kinds);
  executeSql(reference, legacyVariants);
  // After its events, the server reads the variants as well.
  await fillFeatures(admin, 'shop', kinds);
  const tokens = await createTokens(admin);
  const accounts = await createUsers(reference, admin, agent);
  await sendMetrics(reference, agent);
  await agent.destroy();
  executeSql(reference, rolesAndGroups);
  return { ...tokens, ...accounts, later: insertLaterToken(reference) };
}

/** Sends a request that must succeed. */
async function must(request: Promise<{ status: number; body: unknown }>): Promise<Record<string, unknown>> {
  const { status, body } = await request;
  equal(status < 300, true, JSON.stringify(body));
  return body as Record<string, unknown>;
}

async function fillDefinitions(admin: Client): Promise<void> {
  const legalValues = [{ value: 'pro', description: 'Paid' }, { value: 'free' }];
  await must(admin.post('/api/admin/context', { name: 'plan', description: 'Contract', stickiness: true, sortOrder: 3, legalValues }));
  const appName = { description: 'Application', stickiness: false, sortOrder: 2, legalValues: [{ value: 'shop-app' }, { value: 'shop' }] };
  await must(admin.put('/api/admin/context/appName', appName));
  for (const name of ['country', 'age', 'version']) await must(admin.post('/api/admin/context', { name }));
  await must(admin.post('/api/admin/tag-types', { name: 'team', description: 'Owner', icon: 'T' }));
  await must(admin.post('/api/admin/tags', { type: 'simple', value: 'critical' }));
  await must(admin.post('/api/admin/tags', { type: 'team', value: 'blue' }));
  const parameters = [{ name: 'weekday', type: 'string', required: true, description: 'Day' }];
  await must(admin.post('/api/admin/strategies', { name: 'byWeekday', description: 'On one day', parameters }));
  for (const [name, values] of [
    ['testers', ['7', '8', '9']],
    ['staff', ['70', '80']],
  ] as const)
    await must(
      admin.post('/api/admin/segments', { name, description: name, constraints: [{ contextName: 'userId', operator: 'IN', values }] }),
    );
}

const constraints = [
  { contextName: 'plan', operator: 'IN', values: ['pro'] },
  { contextName: 'country', operator: 'STR_STARTS_WITH', values: ['PR'], caseInsensitive: true, inverted: true },
  { contextName: 'age', operator: 'NUM_GTE', value: '18' },
  { contextName: 'version', operator: 'SEMVER_GT', value: '1.2.3' },
  { contextName: 'currentTime', operator: 'DATE_AFTER', value: '2020-01-01T00:00:00.000Z' },
];

/** New instances of later versions lack some of the older strategies. */
async function fillFeatures(admin: Client, project: string, kinds: ReadonlySet<string>): Promise<void> {
  const path = `/api/admin/projects/${project}/features`;
  const prefix = project === 'default' ? '' : `${project}-`;
  const name = (own: string) => prefix + own;
  const create = (own: string, content: object = {}) => must(admin.post(path, { name: name(own), ...content }));
  const settings = (own: string, environment = 'development') => `${path}/${name(own)}/environments/${environment}`;
  const add = (own: string, strategy: object, environment?: string) =>
    must(admin.post(`${settings(own, environment)}/strategies`, strategy));
  const enable = (own: string, environment?: string) => must(admin.post(`${settings(own, environment)}/on`));

  await create('plain', { type: 'kill-switch', description: 'Off switch', impressionData: true });
  await add('plain', { name: 'default' });
  await enable('plain');
  await must(admin.post(`/api/admin/features/${name('plain')}/tags`, { type: 'team', value: 'blue' }));

  await create('rollout');
  const parameters = { rollout: '40', stickiness: 'default', groupId: 'rollout' };
  const variants = [
    { name: 'big', weight: 500, weightType: 'variable', stickiness: 'default', payload: { type: 'number', value: '9' } },
    { name: 'small', weight: 500, weightType: 'variable', stickiness: 'default', payload: { type: 'csv', value: 'a,b' } },
  ];
  await add('rollout', {
    name: 'flexibleRollout',
    title: 'Half of them',
    parameters,
    constraints: constraints.slice(0, 2),
    segments: [1],
    variants,
  });
  const second = await add(
    'rollout',
    kinds.has('userWithId') ? { name: 'userWithId', parameters: { userIds: '11,12' } } : { name: 'default' },
  );
  const third = await add('rollout', { name: 'remoteAddress', parameters: { IPs: '10.0.0.7' }, disabled: true });
  const order = [third, second].map(({ id }, sortOrder) => ({ id, sortOrder }));
  await must(admin.post(`${settings('rollout')}/strategies/set-sort-order`, order));
  await enable('rollout');

  await create('constrained');
  await add('constrained', {
    name: 'flexibleRollout',
    parameters: { rollout: '100', stickiness: 'userId', groupId: 'c' },
    constraints: constraints.slice(2),
  });
  await add('constrained', { name: 'default', segments: [2, 1], constraints: [] });
  await enable('constrained');
  const older = { name: 'gradualRolloutUserId', parameters: { percentage: '30', groupId: 'c' } };
  await add('constrained', kinds.has(older.name) ? older : { name: 'applicationHostname', parameters: { hostNames: 'one' } }, 'staging');
  await enable('constrained', 'staging');

  await create('custom');
  await add('custom', { name: 'byWeekday', parameters: { weekday: 'Monday' } });
  await enable('custom');

  await create('child');
  await add('child', { name: 'default' });
  await enable('child');
  await must(admin.post(`${path}/${name('child')}/dependencies`, { feature: name('rollout'), enabled: true, variants: ['big'] }));
  await create('sibling');
  await must(admin.post(`${path}/${name('sibling')}/dependencies`, { feature: name('plain'), enabled: false }));
  await add('sibling', { name: 'default' });
  await enable('sibling');

  await create('variants');
  await add('variants', { name: 'default' });
  await enable('variants');
  await create('stale', { description: '' });
  await must(admin.post(`/api/admin/projects/${project}/stale`, { features: [name('stale')], stale: true }));
  await admin.post(`${path}/${name('plain')}/link`, { url: 'https://tracker.example/1', title: 'Ticket' });

  await create('gone', { type: 'experiment' });
  await add('gone', { name: 'flexibleRollout', parameters: { rollout: '10', stickiness: 'default', groupId: 'gone' } });
  await enable('gone');
  await must(admin.delete(`${path}/${name('gone')}`));
}

async function createTokens(admin: Client): Promise<Pick<Filled, 'client' | 'frontend' | 'shopClient'>> {
  const create = async (tokenName: string, type: string, environment: string, projects: string[]) =>
    String((await must(admin.post('/api/admin/api-tokens', { tokenName, type, environment, projects }))).secret);
  // Version 6 refuses them, because its open-source API does not list the environment.
  for (const type of ['client', 'frontend'])
    await admin.post('/api/admin/api-tokens', { tokenName: `staging ${type}`, type, environment: 'staging', projects: ['*'] });
  await create('two projects', 'client', 'development', ['default', 'shop']);
  return {
    client: await create('everything', 'client', 'development', ['*']),
    frontend: await create('browser', 'frontend', 'development', ['*']),
    shopClient: await create('shop', 'client', 'development', ['shop']),
  };
}

async function createUsers({ url, password }: Reference, admin: Client, agent: Agent): Promise<Pick<Filled, 'personal' | 'user'>> {
  const user = { username: 'ann', password: 'The-cats-of-ann-17' };
  await must(admin.post('/api/admin/user-admin', { ...user, email: 'ann@example.com', name: 'Ann', rootRole: 2, sendEmail: false }));
  await must(admin.post('/api/admin/user-admin', { email: 'bob@example.com', rootRole: 3, sendEmail: false }));
  const anonymous = openClient(url, agent, () => ({}));
  const { headers } = await anonymous.post('/auth/simple/login', { username: 'admin', password });
  const cookie = [headers['set-cookie'] ?? []]
    .flat()
    .map((each) => String(each).split(';')[0])
    .join('; ');
  const expiresAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
  const ann = openClient(url, agent, () => ({ cookie }));
  const { secret } = await must(ann.post('/api/admin/user/tokens', { description: 'deploys', expiresAt }));
  return { user, personal: String(secret) };
}

async function sendMetrics({ url, tokens }: Reference, agent: Agent): Promise<void> {
  const sdk = openClient(url, agent, () => ({ authorization: tokens.client }));
  const stop = new Date();
  const bucket = { start: new Date(stop.getTime() - 60_000).toISOString(), stop: stop.toISOString() };
  const toggles = { plain: { yes: 12, no: 3, variants: { disabled: 12 } }, rollout: { yes: 5, no: 5, variants: { big: 3, small: 2 } } };
  await must(sdk.post('/api/client/metrics', { appName: 'shop-app', instanceId: 'one', bucket: { ...bucket, toggles } }));
}
