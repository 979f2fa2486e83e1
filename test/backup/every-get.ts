import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer, Client } from '@signalbox/testing';
import type { Instance } from './instance.fixture.ts';

/**
 * Parts of responses that a backup does not preserve: times of creation and of the request, the last hour of usage, the number of state
 * revisions, the verified part of the log, and invitations, because links are not restored.
 */
const volatile = new Set([
  'revisionId',
  'revision',
  'etag',
  'eventId',
  'timestamp',
  'generatedAt',
  'seenAt',
  'lastSeen',
  'lastHourUsage',
  'verifiedTo',
  'verifiedAt',
  'inviteLink',
]);

/**
 * Paths that are not compared: process state, pages without data, endless streams, login history, users' own settings, and objects that
 * only provisioning creates. Evaluations are not compared either: features with random stickiness differ with each request.
 */
const excluded = [
  /^\/(health|ready|metrics|docs)/,
  /^\/scim\/(Groups|Users)\/\{/,
  /\/(health|internal-backstage\/prometheus|delivery\/revision)$/,
  /^\/api\/(client\/streaming|admin\/changes\/stream)$/,
  /^\/api\/(frontend|proxy)$/,
  /^\/api\/admin\/instance-admin\/statistics\/csv$/,
  /^\/auth\/reset\/validate$/,
  /^\/api\/admin\/(logins|user\/sessions|user\/settings\/\{key\})$/,
  /^\/api\/admin\/user-admin\/\{id\}\/sessions$/,
];

const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../docs/reference/openapi.json'), 'utf8')) as {
  readonly paths: Readonly<Record<string, { readonly get?: unknown }>>;
};

/** Every GET in the OpenAPI document that returns data. */
export const paths: readonly string[] = Object.entries(document.paths)
  .filter(([path, { get }]) => get !== undefined && !excluded.some((pattern) => pattern.test(path)))
  .map(([path]) => path);

/** Values of a path parameter: all objects of that kind in the instance. */
type Values = Readonly<Record<string, readonly string[]>>;

/** Reads the possible values of all parameters. */
async function valuesOf({ admin }: Instance): Promise<Values> {
  const list = async (path: string, key: string) => ((await admin.get(path)).body[key] ?? []) as Record<string, unknown>[];
  const read = async (path: string, key: string, name: string) => (await list(path, key)).map((each) => String(each[name]));
  const features = (await list('/api/admin/search/features?limit=100', 'features')).map(({ name }) => String(name));
  const ends = [...features.slice(0, 6), ...features.slice(-6)];
  const contextFields = ((await admin.get('/api/admin/context')).body as { name: string }[]).map(({ name }) => name);
  return {
    projectId: await read('/api/admin/projects', 'projects', 'id'),
    environment: await read('/api/admin/environments', 'environments', 'name'),
    featureName: ends,
    strategyId: await strategiesOf(admin, ends),
    contextField: contextFields,
    appName: ['shop'],
    personaId: ((await admin.get('/api/admin/projects/default/personas')).body.personas ?? []).map(({ id }: { id: string }) => id),
    groupId: await read('/api/admin/groups', 'groups', 'id'),
    roleId: ((await admin.get('/api/admin/roles')).body.roles as { id: number }[]).map(({ id }) => String(id)),
    type: await read('/api/admin/tag-types', 'tagTypes', 'name'),
    value: ['team 1', 'team 2', 'team 3', 'team 4', 'alpha', 'beta'],
    token: ((await admin.get('/api/admin/api-tokens')).body.tokens ?? []).map(({ tokenName }: { tokenName: string }) => tokenName),
  };
}

/** Returns some strategies of some features of the default project. */
async function strategiesOf(admin: Client, features: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of features) {
    const { body } = await admin.get(`/api/admin/projects/default/features/${name}/environments/development/strategies`);
    if (Array.isArray(body)) found.push(...body.map(({ id }: { id: string }) => id));
  }
  return found.slice(0, 4);
}

const templatesAt = async (admin: Client, path: string): Promise<string[]> =>
  ((await admin.get(path)).body as { id: string }[]).map(({ id }) => id);

/** `id` and `name` depend on the preceding path segment. */
const ofCollection: Readonly<Record<string, (instance: Instance) => Promise<string[]>>> = {
  segments: async ({ admin }) => ((await admin.get('/api/admin/segments')).body.segments as { id: number }[]).map(({ id }) => String(id)),
  'segment-lists': async ({ admin }) =>
    ((await admin.get('/api/admin/segments')).body.segments as { constraints: { operator: string; value?: string }[] }[]).flatMap(
      ({ constraints }) => constraints.flatMap(({ operator, value = '' }) => (operator === 'IN_LIST' ? [value] : [])),
    ),
  'user-admin': async ({ admin }) =>
    ((await admin.get('/api/admin/user-admin')).body.users as { id: number }[]).map(({ id }) => String(id)),
  roles: async ({ admin }) => ((await admin.get('/api/admin/roles')).body.roles as { id: number }[]).map(({ id }) => String(id)),
  'service-account': async ({ admin }) =>
    ((await admin.get('/api/admin/service-account')).body.serviceAccounts as { id: number }[]).map(({ id }) => String(id)),
  'workload-identities': async ({ admin }) =>
    ((await admin.get('/api/admin/workload-identities')).body.workloadIdentities as { id: number }[]).map(({ id }) => String(id)),
  'change-requests': async ({ admin }) =>
    ((await admin.get('/api/admin/projects/default/change-requests')).body as { id: number }[]).map(({ id }) => String(id)),
  'release-templates': async ({ admin }) => templatesAt(admin, '/api/admin/projects/default/release-templates'),
  'release-plan-templates': async ({ admin }) => templatesAt(admin, '/api/admin/release-plan-templates'),
  addons: async ({ admin }) => ((await admin.get('/api/admin/addons')).body.addons as { id: number }[]).map(({ id }) => String(id)),
  strategies: async ({ admin }) =>
    ((await admin.get('/api/admin/strategies')).body.strategies as { name: string }[]).map(({ name }) => name),
  'applied-plans': async ({ admin }) =>
    ((await admin.get('/api/admin/search/events?type=IS:plan-applied')).body.events as { data: { id: string } }[]).map(
      ({ data }) => data.id,
    ),
  'tag-types': async ({ admin }) => ((await admin.get('/api/admin/tag-types')).body.tagTypes as { name: string }[]).map(({ name }) => name),
};

/** Returns all URLs of these paths in this instance. */
export async function addressesOf(instance: Instance): Promise<string[]> {
  const values = await valuesOf(instance);
  const addresses: string[] = [];
  for (const path of paths) {
    let open = [path];
    for (const [, before = '', parameter = ''] of path.matchAll(/([^/]+)\/\{(\w+)\}/g)) {
      const known = values[parameter] ?? (await ofCollection[before]?.(instance)) ?? [];
      open = open.flatMap((each) => known.map((value) => each.replace(`{${parameter}}`, encodeURIComponent(value))));
    }
    addresses.push(...open);
  }
  return addresses;
}

/** Returns the instance's responses at these URLs, without volatile parts. */
export async function answersOf(instance: Instance, addresses: readonly string[]): Promise<Map<string, unknown>> {
  const session = await instance.logIn();
  const answers = new Map<string, unknown>();
  for (const address of addresses) {
    const answer = stable(await clientFor(address, instance, session).get(address));
    answers.set(address, address.startsWith('/flagd') ? withoutVersion(answer) : answer);
  }
  return answers;
}

function clientFor(address: string, { admin, clients }: Instance, session: Client): Client {
  if (address.startsWith('/api/client')) return clients.client;
  if (/^\/(api\/(frontend|proxy)|ofrep|openfeature)/.test(address)) return clients.frontend;
  return address.startsWith('/api/admin/user') ? session : admin;
}

/** Failure ids differ each time. */
const stable = ({ status, body }: Answer) => ({ status, body: withoutVolatile(status < 400 ? body : body.message) });

/** The version of flagd's definitions is the revision. */
const withoutVersion = ({ status, body }: ReturnType<typeof stable>) => ({
  status,
  body: { ...(body as object), metadata: { ...(body as { metadata: object }).metadata, version: null } },
});

function withoutVolatile(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutVolatile);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !volatile.has(key))
      .map(([key, each]) => [key, withoutVolatile(each)]),
  );
}
