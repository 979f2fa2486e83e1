import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sessionCookie } from '../../packages/contracts/src/index.ts';
import { pipelineFailures } from '../../packages/host/src/http/pipeline-failures.ts';
import { deadLetterRoutes } from '../../packages/host/src/messaging/dead-letters.ts';
import { limitApplies, type Method, type RouteDeclaration, type Service } from '../../packages/kit/src/index.ts';
import { root } from '../testing/root.ts';
import { ComponentSchemas } from './component-schemas.ts';
import { type Exported, readExports } from './exports.ts';
import { failureDetailSchema, failureResponse, failureSchema } from './failures.ts';
import { responseHeaders } from './headers.ts';
import { type Described, operationOf } from './operations.ts';
import { sharedParameters } from './parameters.ts';
import { operations, processRoutes, processSchemas } from './process-routes.ts';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

const info = {
  title: 'Signalbox',
  version,
  summary: 'Administration and delivery of feature toggles',
  description: [
    'Every response has `X-Request-Id`. Every failure has the body `Failure`, whose `name` identifies the kind of failure.',
    'Times in the bodies of requests may lack a zone, and are then UTC.',
    'Extensions of an operation:',
    [
      '- `x-permission`: the required permission',
      '- `x-scope`: the scope of that permission',
      '- `x-protected-by`: how change requests protect the operation',
      '- `x-failures`: the names of failures that it may return; the response `Failure` lists the status of each',
      '- `x-events`: the events that it may emit',
      '- `x-sunset`: the earliest time of its removal',
    ].join('\n'),
  ].join('\n\n'),
  contact: { name: 'The maintainers of Signalbox' },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

const securitySchemes = {
  apiKey: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'An API token, without a scheme such as `Bearer`.' },
  session: { type: 'apiKey', in: 'cookie', name: sessionCookie(false), description: 'The session that `POST /auth/simple/login` opens.' },
};

/** The OpenAPI 3.1 document of the services, as pretty-printed JSON in a stable order. */
export async function describeApi(services: readonly Service[]): Promise<string> {
  const exports = await readExports();
  const schemas = new ComponentSchemas(exports);
  const described = [...describedRoutes(services, exports), ...processRoutes].sort(byPathAndMethod);
  const paths: Record<string, Record<string, object>> = {};
  for (const each of described) (paths[templateOf(each.declaration.path)] ??= {})[each.declaration.method] = operationOf(each, schemas);
  const document = {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/' }],
    tags: tagsOf(services, described),
    paths,
    components: {
      schemas: sortedByName({ ...schemas.all, ...processSchemas, Failure: failureSchema, FailureDetail: failureDetailSchema }),
      responses: { Failure: failureResponse },
      parameters: usedIn(paths, 'parameters', sharedParameters),
      headers: usedIn({ paths, failureResponse }, 'headers', responseHeaders),
      securitySchemes,
    },
  };
  return `${printJson(document)}\n`;
}

const maxWidth = 120;

/** Prints JSON for reviews: short objects and all lists of plain values on one line. */
function printJson(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const within = `${indent}  `;
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  const parts = entries.map(([key, part]) => `${isList ? '' : `${JSON.stringify(key)}: `}${printJson(part, within)}`);
  const line = isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  const isPlainList = isList && value.every((part) => typeof part !== 'object');
  if (isPlainList || (line.length <= maxWidth && !line.includes('\n'))) return parts.length === 0 ? open + close : line;
  return `${open}\n${parts.map((part) => within + part).join(',\n')}\n${indent}${close}`;
}

const sortedByName = <T>(all: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(all).sort(([left], [right]) => (left < right ? -1 : 1)));

/** Returns the components that are referenced. */
function usedIn(parts: object, kind: string, all: Readonly<Record<string, object>>): Record<string, object> {
  const text = JSON.stringify(parts);
  return Object.fromEntries(Object.entries(all).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)));
}

/** Converts `:name` to OpenAPI's `{name}`. */
const templateOf = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

const methods: readonly Method[] = ['get', 'post', 'put', 'patch', 'delete'];

function byPathAndMethod({ declaration: left }: Described, { declaration: right }: Described): number {
  if (left.path !== right.path) return left.path < right.path ? -1 : 1;
  return methods.indexOf(left.method) - methods.indexOf(right.method);
}

/** Sections that have operations: those of the services in their order, then that of the framework. */
const tagsOf = (services: readonly Service[], described: readonly Described[]) =>
  [...services.flatMap(({ surface: { sections = [] } }) => sections), operations]
    .filter(({ name }) => described.some(({ section }) => section === name))
    .map(({ name, description }) => ({ name, description }));

function sectionOf({ surface: { name, sections = [] } }: Service, { path }: RouteDeclaration): string {
  const section = [operations, ...sections].find(({ paths }) => paths.test(path));
  if (!section) throw new Error(`${path} matches no section of the surface of ${name}`);
  return section.name;
}

function describedRoutes(services: readonly Service[], exports: readonly Exported[]): Described[] {
  const names = new Map(exports.map(({ name, value }) => [value, name]));
  const limits = services.flatMap(({ surface: { rateLimits = [] } }) => rateLimits);
  return services.flatMap(namedRoutes(names)).map(({ operationId, section, declaration }) => {
    const isLimited = limits.some((limit) => limitApplies(limit, declaration.method.toUpperCase(), declaration.path));
    const failures = [...pipelineFailures(declaration), ...declaration.failures, ...(isLimited ? ['RateLimitError' as const] : [])];
    return { operationId, section, declaration, failures };
  });
}

type Named = Pick<Described, 'operationId' | 'section' | 'declaration'>;

/**
 * Routes with operation ids, such as `createFeature` for `createFeatureRoute`. Framework routes exist once per service and end in the
 * service's name.
 */
const namedRoutes =
  (names: ReadonlyMap<unknown, string>) =>
  (service: Service): Named[] => [
    ...service.routes.map((route) => ({
      operationId: operationIdOf(route, names),
      section: sectionOf(service, route.declaration),
      declaration: route.declaration,
    })),
    ...Object.entries(deadLetterRoutes(service, notRunning)).map(([name, { declaration }]) => ({
      operationId: `${name}Of${capitalised(service.name)}`,
      section: operations.name,
      declaration,
    })),
  ];

const notRunning = () => {
  throw new Error('no service runs while the document is generated');
};

const capitalised = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

function operationIdOf(route: Service['routes'][number], names: ReadonlyMap<unknown, string>): string {
  const { method, path } = route.declaration;
  const name = names.get(route);
  if (name === undefined) throw new Error(`${method.toUpperCase()} ${path} is not exported, so its operation has no name`);
  return name.replace(/Route$/, '');
}
