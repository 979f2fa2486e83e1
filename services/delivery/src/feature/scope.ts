import { createHash } from 'node:crypto';
import { Failure, type TokenState } from '@signalbox/contracts';
import { LRUCache } from 'lru-cache';
import { environmentOf } from '../token/token.ts';

/** Where a program's features are. */
export interface Place {
  readonly environment: string;
  readonly projects: readonly string[] | '*';
}

/** What one program sees, and how it wants it. */
export interface Scope extends Place {
  readonly namePrefix: string;
  /** Features with one of these, as `type:value`; all features where it is empty. */
  readonly tags: readonly string[];
  /** The constraints of segments stand among the strategies' own; else segments are listed apart. */
  readonly inlineSegments: boolean;
  /** The query that counts, as the answer repeats it. */
  readonly query: Readonly<Record<string, unknown>>;
  /** That query as text. Bodies are kept by it and never by its hash: somebody could look for two queries with the same one. */
  readonly key: string;
  /** Eight hexadecimal digits of a hash of it. */
  readonly queryHash: string;
}

const rememberedScopes = 5000;

/** Reads scopes off requests, each combination of token, query and header once. */
export class Scopes {
  readonly #known = new LRUCache<string, Scope>({ max: rememberedScopes });

  /** Throws a 400 that names what is wrong with the query or with `Unleash-Client-Spec`. */
  of(token: TokenState, search: string, clientSpec: string | undefined): Scope {
    const key = [token.type, token.environment, token.projects.join(','), clientSpec ?? '', search].join('\n');
    const known = this.#known.get(key);
    if (known) return known;
    const scope = readScope(token, new URLSearchParams(search), clientSpec);
    this.#known.set(key, scope);
    return scope;
  }
}

/** The token decides before the query, where it is not good for everything (reference, evaluation §5.1). */
export function readScope(token: TokenState, search: URLSearchParams, clientSpec: string | undefined): Scope {
  const environment = environmentOf(token, oneOf(search, 'environment'));
  const projects = projectsOf(token, valuesOf(search, 'project'));
  const tags = tagsOf(search);
  const namePrefix = oneOf(search, 'namePrefix') ?? '';
  const inlineSegments = !knowsSegments(clientSpec);
  const query = {
    ...(projects === '*' ? {} : { project: projects }),
    ...(tags.length === 0 ? {} : { tag: tags.map(splitTag) }),
    ...(namePrefix === '' ? {} : { namePrefix }),
    environment,
    inlineSegmentConstraints: inlineSegments,
  };
  const key = JSON.stringify(query);
  const queryHash = createHash('sha256').update(key).digest('hex').slice(0, 8);
  return { environment, projects, namePrefix, tags, inlineSegments, query, key, queryHash };
}

/** Everything that the token opens, in the environment that is asked for if it is good for all of them. */
export function placeOf(token: TokenState, environment: string | undefined): Place {
  return { environment: environmentOf(token, environment), projects: projectsOf(token, []) };
}

function projectsOf(token: TokenState, asked: readonly string[]): readonly string[] | '*' {
  const everywhere = token.type === 'admin' || token.projects.includes('*');
  const projects = everywhere ? asked : token.projects;
  if (everywhere && (projects.length === 0 || projects.includes('*'))) return '*';
  return [...new Set(projects)].sort();
}

function tagsOf(search: URLSearchParams): string[] {
  const tags = valuesOf(search, 'tag');
  const wrong = tags.find((tag) => !/^[^:]+:./s.test(tag));
  if (wrong === undefined) return [...new Set(tags)].sort();
  throw badQuery('tag', `tag must be of the form type:value; it was ${wrong.slice(0, 50)}.`);
}

/** A value may hold colons, a type does not. */
const splitTag = (tag: string): string[] => [tag.slice(0, tag.indexOf(':')), tag.slice(tag.indexOf(':') + 1)];

/** Some SDKs write a list as `project[]`. */
function valuesOf(search: URLSearchParams, name: string): string[] {
  const values = [...search.getAll(name), ...search.getAll(`${name}[]`)];
  if (values.includes('')) throw badQuery(name, `${name} is empty. Leave it out, or name something.`);
  return values;
}

function oneOf(search: URLSearchParams, name: string): string | undefined {
  const values = valuesOf(search, name);
  if (values.length > 1) throw badQuery(name, `${name} may be given once, and was given ${values.length} times.`);
  return values[0];
}

const badQuery = (path: string, message: string) => new Failure('BadDataError', message, { path });

const semver = /^(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/;

/** What a program says that is known to take segments apart. */
export const segmentsApart = '4.2.0';

/** Programs of version 4.2.0 and later of the client specification take segments apart. */
function knowsSegments(clientSpec: string | undefined): boolean {
  if (clientSpec === undefined) return false;
  const [, major, minor, patch, prerelease] = semver.exec(clientSpec) ?? [];
  if (major === undefined) {
    throw badQuery(
      'Unleash-Client-Spec',
      `The header Unleash-Client-Spec must be a version like 5.1.9; it was ${clientSpec.slice(0, 50)}.`,
    );
  }
  const order = Number(major) - 4 || Number(minor) - 2 || Number(patch) - (prerelease === undefined ? 0 : 1);
  return order >= 0;
}
