import { exampleOf } from '../authorization/example-of.ts';
import { parameters } from '../authorization/routes.ts';
import { follow, type Operation, operations, type Schema } from '../fuzz/api/document.ts';
import { dump, messagesOf, ms, percentile, type Row, type World } from './world.ts';

/** A value that can only be found if a client's value was stored. */
const mark = 'planted-by-a-client';
const time = '1999-09-09T09:09:09.999Z';

/** Fields that the server writes, each with a plausible value. */
export const ownedFields: Readonly<Record<string, unknown>> = {
  id: 987_654_321,
  uuid: mark,
  createdAt: time,
  updatedAt: time,
  archivedAt: time,
  lastSeenAt: time,
  createdBy: mark,
  createdByUserId: 987_654_321,
  userId: 987_654_321,
  owner: mark,
  permissions: [mark],
  rootRole: mark,
  isAdmin: mark,
  isAPI: mark,
  accountType: mark,
  passwordHash: mark,
  password_hash: mark,
  hash: mark,
  secretHash: mark,
  revision: 987_654_321,
  version: mark,
  state: mark,
  seenAt: time,
  archived: mark,
  stage: mark,
  health: 987_654_321,
  protected: mark,
  immutable: mark,
  project: mark,
  projectId: mark,
  projectName: mark,
  environment: mark,
  feature: mark,
  featureName: mark,
  groupId: 987_654_321,
  roleId: 987_654_321,
  managedBy: mark,
};

const expected = /.{0,200}(?:planted-by-a-client|987654321|936868149999|1999-09-09T09:09)/;

const slotOf = (part: string) => {
  const name = part.slice(1, -1);
  return parameters[name] ?? (/id$/i.test(name) && name !== 'projectId' ? '4711' : 'nothing-like-it');
};
/** Path of an operation with plausible parameters. */
export const pathOf = ({ path }: Operation): string =>
  path
    .split('/')
    .map((part) => (part.startsWith('{') ? encodeURIComponent(slotOf(part)) : part))
    .join('/');

/** Operations with a JSON object as body, and its schema. Excludes operations that would disable the administrator. */
export const writes: readonly (Operation & { readonly schema: Schema })[] = operations.flatMap((operation) => {
  const written = operation.body['application/json']?.schema;
  const schema = written && follow(written);
  return schema?.properties && !/maintenance|\/auth\/simple\/settings|second-factor|change-password/.test(operation.path)
    ? [{ ...operation, schema }]
    : [];
});

/** Sends every server-owned field, as an administrator, with every body that does not declare it. */
export async function plantFields(world: World, fields = Object.keys(ownedFields)): Promise<Row> {
  const findings: string[] = [];
  const times: number[] = [];
  let refused = 0;
  for (const operation of writes) {
    const { id, method, schema } = operation;
    for (const field of fields.filter((name) => !(name in (schema.properties ?? {})))) {
      const body = { ...(resolved(schema) as object), [field]: ownedFields[field] };
      const begun = performance.now();
      const answer = await send(world, method, pathOf(operation), body);
      times.push(performance.now() - begun);
      if (answer.status >= 400) refused += 1;
      if (answer.status >= 500 && answer.status !== 503) findings.push(`${id} with ${field}: ${answer.status}`);
    }
  }
  const stored = expected.exec(await dump(world));
  if (stored) findings.push(`a table holds ${stored[0]}`);
  return {
    what: `server-owned fields in ${writes.length} bodies`,
    cases: times.length,
    figure: `0 stored, ${refused} refused, the rest ignored; p99 ${ms(percentile(times, 99))}`,
    target: 'nothing stored',
    holds: findings.length === 0,
    findings,
  };
}

/** Example for a schema of the document, with resolved references. */
const resolved = (schema: Schema, depth = 0): unknown => exampleOf(inlined(schema, depth));

function inlined(written: Schema, depth: number): Schema {
  const schema = follow(written);
  if (depth > 8) return {};
  const inner = (one: Schema) => inlined(one, depth + 1);
  return {
    ...schema,
    ...(schema.properties && {
      properties: Object.fromEntries(Object.entries(schema.properties).map(([name, one]) => [name, inner(one)])),
    }),
    ...(schema.items && { items: inner(schema.items) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map(inner) }),
    ...(schema.oneOf && { anyOf: schema.oneOf.map(inner) }),
    ...(schema.allOf && { allOf: schema.allOf.map(inner) }),
  };
}

function send(world: World, method: string, path: string, body: unknown) {
  const { admin } = world;
  return method === 'POST' ? admin.post(path, body) : method === 'PUT' ? admin.put(path, body) : admin.patch(path, body);
}

const deep = (depth: number) => `{"name":"deep","x":${'['.repeat(depth)}${']'.repeat(depth)}}`;

/** Sends bodies that would pollute prototypes, and excessively nested ones, to every operation with a body. */
export async function pollute(world: World, requested = writes): Promise<Row> {
  const findings: string[] = [];
  const times: number[] = [];
  const polluted = [
    '{"__proto__":{"planted":true,"isAdmin":true}}',
    '{"constructor":{"prototype":{"planted":true}}}',
    deep(51),
    deep(100_000 / 2 - 100),
    '[{"__proto__":{"planted":true}}]',
  ];
  const before = await messagesOf(world);
  const rss = process.memoryUsage.rss();
  for (const operation of requested) {
    for (const raw of polluted) {
      const begun = performance.now();
      const { status } = await sendText(world, operation.method, pathOf(operation), raw);
      times.push(performance.now() - begun);
      const isDeep = raw.includes('[[[');
      if (status >= 500 && status !== 503) findings.push(`${operation.id} answers ${raw.slice(0, 40)} with ${status}`);
      if (isDeep && status < 400) findings.push(`${operation.id} accepts ${raw.length / 2} levels`);
    }
  }
  if ('planted' in {}) findings.push('the prototype of all objects was changed');
  const grownMb = (process.memoryUsage.rss() - rss) / 2 ** 20;
  if (grownMb > 50) findings.push(`memory grew by ${grownMb.toFixed(0)} MB`);
  const after = await messagesOf(world);
  return {
    what: 'prototypes and depth in bodies',
    cases: times.length,
    figure: `0 with an effect; p50 ${ms(percentile(times, 50))}, p99 ${ms(percentile(times, 99))}; memory ${grownMb.toFixed(0)} MB; ${before === after ? 'no events' : 'bodies that declare nothing else are taken as empty'}`,
    target: 'refused or without effect, < 50 MB',
    holds: findings.length === 0,
    findings,
  };
}

function sendText({ admin }: World, method: string, path: string, raw: string) {
  const options = { raw, headers: { 'content-type': 'application/json' } };
  return method === 'POST'
    ? admin.post(path, undefined, options)
    : method === 'PUT'
      ? admin.put(path, undefined, options)
      : admin.patch(path, undefined, options);
}
