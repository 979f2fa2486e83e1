import type { Method, RouteDeclaration, Service } from '@signalbox/kit';
import { audit } from '@signalbox/audit';
import { changeRequests } from '@signalbox/change-requests';
import { delivery } from '@signalbox/delivery';
import { identity } from '@signalbox/identity';
import { playground } from '@signalbox/playground';
import { toggles } from '@signalbox/toggles';
import { withPlanted } from '../security/with-planted.ts';
import { namer, type Contents } from './contents.ts';

export interface Sent {
  readonly method: Method;
  readonly path: string;
  readonly body: unknown;
  /** The body with hidden names in properties that its schema does not declare. The caller sends it, but it must have no effect. */
  readonly withUndeclared: unknown;
}

/** Routes that cannot be requested in this way, that would end the session of the caller, or that create a token under the given name. */
const leftOut: readonly RegExp[] = [/^\/logout/, /^\/auth\//, /streaming/, /user\/change-password/, /user\/agents/];

/** The parts of a route that determine its requests. */
export type Requested = Pick<RouteDeclaration, 'method' | 'path' | 'params' | 'query' | 'body' | 'events' | 'transaction'>;

const services: readonly Service[] = [toggles, identity, changeRequests, audit, playground, delivery];

export const routes: readonly Requested[] = services
  .flatMap((service): readonly { readonly declaration: Requested }[] => service.routes)
  .map(({ declaration }) => declaration)
  .filter(({ path }) => !leftOut.some((pattern) => pattern.test(path)));

/** Usage reports are processed after the response. */
const reports = /\/(?:metrics|register)/;

/** True if the request changes nothing. */
export const looks = ({ method, path, events, transaction }: Requested): boolean =>
  method === 'get' || (events !== undefined && 'none' in events && transaction !== undefined && !reports.test(path));

interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly format?: string;
}

type Random = () => number;
const oneOf = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

/** Kind of name that a property or parameter contains, by its own name. */
const named: Readonly<Record<string, (contents: Contents, random: Random) => string | number>> = {
  project: ({ project }) => project,
  projectId: ({ project }) => project,
  newProjectId: ({ project }) => project,
  targetProject: ({ project }) => project,
  projects: ({ project }) => project,
  feature: featureOf,
  featureName: featureOf,
  features: featureOf,
  names: featureOf,
  namePrefix: featureOf,
  parent: featureOf,
  key: featureOf,
  environment: () => 'development',
  environments: () => 'development',
  environmentId: () => 'development',
  environmentName: () => 'development',
  strategyId: ({ strategy }) => strategy,
  segments: ({ segment }) => segment,
  segmentIds: ({ segment }) => segment,
  segment: ({ segmentName }) => segmentName,
  personaId: ({ persona }) => persona,
  value: ({ tag }) => tag,
  tag: ({ tag }) => `simple:${tag}`,
  tokenName: ({ tokenName }) => tokenName,
  token: ({ tokenName }) => tokenName,
  tokens: ({ tokenName }) => tokenName,
  appName: ({ application }) => application,
  crId: ({ request }) => request,
  changeId: ({ change }) => change,
  contextField: () => 'userId',
  contextName: () => 'userId',
  variant: ({ variant }) => variant,
  query: (contents, random) =>
    oneOf(random, [contents.project, ...contents.features, contents.tag, contents.segmentName, contents.tokenName, contents.variant]),
};

function featureOf({ features, archived }: Contents, random: Random): string {
  return oneOf(random, [...features, archived]);
}

/** Search operators in front of the value. */
const operators = ['', '', 'IS:', 'IS_ANY_OF:', 'IS_NOT:'];

/** Returns a request to the route with these contents. Equal random numbers give equal requests. */
export function requestTo({ method, path, params, query, body }: Requested, contents: Contents, random: Random): Sent {
  const fresh = namer(random);
  const paramSchemas = ((params ?? {}) as Schema).properties ?? {};
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(parameterOf(name, path, paramSchemas[name] ?? {}))),
  );
  function parameterOf(name: string, of: string, schema: Schema): unknown {
    if (name === 'type') return 'simple';
    if (name === 'name') return of.includes('tag-types') ? 'simple' : 'flexibleRollout';
    if (name === 'id' && of.includes('change-request')) return contents.request;
    if (name === 'id') return schema.type === 'integer' || of.includes('segments') ? contents.segment : 'release';
    return named[name]?.(contents, random) ?? fresh();
  }
  const requested = Object.entries(((query ?? {}) as Schema).properties ?? {}).filter(() => random() < 0.4);
  const parameters = requested.map(([name, schema]) => [name, queryValue(name, schema)] as const);
  function queryValue(name: string, schema: Schema): string {
    const value = String(named[name]?.(contents, random) ?? valueOf(schema, name, { contents, random, fresh }));
    return searchable.has(name) && path.includes('/search/') ? oneOf(random, operators) + value : value;
  }
  const text = new URLSearchParams(parameters.map(([name, value]) => [name, value])).toString();
  const declared = body === undefined || method === 'get' ? undefined : valueOf(body, '', { contents, random, fresh });
  return {
    method,
    path: text === '' ? filled : `${filled}?${text}`,
    body: declared,
    withUndeclared: withPlanted(body ?? {}, declared, undeclaredNames(path, contents, random)),
  };
}

/** A hidden name for each parameter of the path, and for some other properties. */
function undeclaredNames(path: string, contents: Contents, random: Random): Record<string, unknown> {
  const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const others = Object.keys(named).filter((name) => !parameters.includes(name) && random() < 0.2);
  return Object.fromEntries([...parameters, ...others].map((name) => [name, named[name]?.(contents, random) ?? contents.request]));
}

const searchable = new Set(['project', 'feature', 'segment', 'tag', 'environment', 'type']);

interface Source {
  readonly contents: Contents;
  readonly random: Random;
  readonly fresh: () => string;
}

function valueOf(schema: Schema, key: string, source: Source): unknown {
  const { contents, random } = source;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return oneOf(random, schema.enum);
  if (schema.anyOf) return valueOf(oneOf(random, schema.anyOf), key, source);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => valueOf(part, key, source))) as unknown;
  const type = typeof schema.type === 'object' ? oneOf(random, schema.type) : schema.type;
  switch (type) {
    case 'object':
      return objectOf(schema, key, source);
    case 'array':
      return Array.from({ length: Math.max(schema.minItems ?? 0, 1) }, () => valueOf(schema.items ?? {}, key, source));
    case 'string':
      return textOf(schema, key, source);
    case 'integer':
    case 'number':
      return key.startsWith('segment') || key === 'id' ? contents.segment : (schema.minimum ?? 1);
    case 'boolean':
      return random() < 0.5;
    default:
      return null;
  }
}

/** Objects without declared properties are maps, whose keys can be names as well. */
function objectOf({ properties, required = [] }: Schema, key: string, source: Source): unknown {
  const { contents, random } = source;
  if (!properties) return key === 'toggles' ? { [featureOf(contents, random)]: { yes: 1, no: 1 } } : {};
  const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || random() < 0.5);
  // The numbers of roles are no secret, unlike those of segments.
  const kindOf = (name: string) => (key === 'roles' && name === 'id' ? 'role' : name);
  return Object.fromEntries(chosen.map(([name, part]) => [name, valueOf(part, kindOf(name), source)]));
}

function textOf({ format }: Schema, key: string, { contents, random, fresh }: Source): string {
  if (format === 'date-time') return new Date(Date.UTC(2026, 0, 1)).toISOString();
  if (format === 'uuid') return contents.strategy;
  if (key === 'type') return 'simple';
  if (key === 'name') return oneOf(random, [fresh(), 'flexibleRollout', ...contents.features, contents.segmentName]);
  const value = named[key]?.(contents, random);
  return value === undefined ? fresh() : String(value);
}
