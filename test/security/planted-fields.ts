import { parameters } from '../authorization/routes.ts';
import { follow, type Operation, operations, type Schema } from '../fuzz/api/document.ts';
import { type RequestWithBody, requestsWithBody } from './requests-with-body.ts';
import { withPlanted } from './with-planted.ts';
import { dump, emittedAfter, lastMessages, ms, percentile, type Row, type World } from './world.ts';

/** A value that can only be found if a client's value was stored. */
const mark = 'planted-by-a-client';
const time = '1999-09-09T09:09:09.999Z';

/** Fields that the server writes, each with a plausible value. */
const ownedFields: Readonly<Record<string, unknown>> = {
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
  setAt: time,
  beyondAt: time,
  restoredId: mark,
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

/** Number of routes that must accept their plain body. A route that refuses it proves nothing. */
const minRoutes = 160;

/**
 * Sends each route a body that succeeds, then the same body with the names of the path's parameters and of server-owned fields in all of its
 * objects. The handler must receive the same input and return the same response.
 */
export async function plantFields(world: World): Promise<Row> {
  const findings: string[] = [];
  let [routes, planted] = [0, 0];
  for (const request of await requestsWithBody(world)) {
    const { method, path } = request.declaration;
    const first = await send(world, request, {});
    if (first.status >= 300) continue;
    const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, mark]);
    const withNames = await send(world, request, { ...Object.fromEntries(parameters), ...ownedFields });
    if (withNames.sent === first.sent) continue;
    routes += 1;
    planted += withNames.sent.split(mark).length - 1;
    if (withNames.input !== first.input) findings.push(`${method} ${path} hands on ${withNames.input}, not ${first.input}`);
    // Some requests cannot be repeated, for example those that archive.
    const same = withNames.status === first.status ? first : await send(world, request, {});
    if (withNames.answer !== same.answer) findings.push(`${method} ${path} answers ${withNames.answer}, not ${same.answer}`);
  }
  if (routes < minRoutes) findings.push(`only ${routes} routes accept their plain body`);
  const stored = expected.exec(await dump(world));
  if (stored) findings.push(`a table holds ${stored[0]}`);
  return {
    what: `undeclared properties in the bodies of ${routes} routes`,
    cases: planted,
    figure: 'none reached a handler, none stored, the same responses',
    target: 'no handler sees one',
    holds: findings.length === 0,
    findings,
  };
}

interface Sent {
  readonly sent: string;
  readonly status: number;
  /** The response and the handler's input, without parts that differ each time. */
  readonly answer: string;
  readonly input: string;
}

let requestCount = 0;

async function send(world: World, { declaration, client, path, body }: RequestWithBody, names: object): Promise<Sent> {
  requestCount += 1;
  const prefix = `fresh-${requestCount}-`;
  let nameCount = 0;
  const plain = body(() => `${prefix}${(nameCount += 1)}`);
  const sent = withPlanted(declaration.body ?? {}, plain, { ...names });
  world.inputs.delete(declaration);
  const { status, body: answer } = await client[declaration.method as 'post'](path, sent);
  const textOf = (value: unknown) => (JSON.stringify(value) ?? '').replaceAll(prefix, '');
  return {
    sent: textOf(sent),
    status,
    answer: `${status} ${[...new Set(contentOf(answer).map((line) => textOf(line).replaceAll(changing, '')))].sort().join()}`,
    input: textOf(world.inputs.get(declaration)),
  };
}

/** Each value in a response with its path. Repeating a request can make a list longer, without other content. */
function contentOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${path}${String(value)}`];
  return Object.entries(value).flatMap(([name, part]) => contentOf(part, Array.isArray(value) ? path : `${path}${name}/`));
}

/** Numbers, which include times, and random ids. */
const changing = /whsec_[^"]+|[\w-]{20,}|\d+/g;

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
  const before = await lastMessages(world);
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
  const emitted = await emittedAfter(world, before);
  return {
    what: 'prototypes and depth in bodies',
    cases: times.length,
    figure: `0 with an effect; p50 ${ms(percentile(times, 50))}, p99 ${ms(percentile(times, 99))}; memory ${grownMb.toFixed(0)} MB; ${emitted.length === 0 ? 'no events' : 'bodies that declare nothing else are taken as empty'}`,
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
