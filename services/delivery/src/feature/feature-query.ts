import { createHash } from 'node:crypto';
import { Failure, type TokenState } from '@signalbox/contracts';
import { compareVersions, isVersion } from '@signalbox/engine';
import { type Static, Type } from 'typebox';
import { environmentOf } from '../token/token.ts';
import { projectsOf, type Scope } from './scope.ts';

const text = Type.Optional(Type.String({ minLength: 1 }));
const texts = Type.Optional(Type.Array(Type.String({ minLength: 1 })));

/** Filters within the access of the token. Some SDKs write a list as `project[]`. */
export const FeatureParameters = Type.Object({
  project: texts,
  'project[]': texts,
  tag: texts,
  'tag[]': texts,
  namePrefix: text,
  environment: text,
});
export type FeatureParameters = Static<typeof FeatureParameters>;

/** The features that an application requests, and their representation. */
export interface FeatureQuery extends Scope {
  readonly namePrefix: string;
  /** Matches features with any of these tags (`type:value`); empty for all features. */
  readonly tags: readonly string[];
  /** True if strategies include the constraints of segments; otherwise segments are listed separately. */
  readonly inlineSegments: boolean;
  /** The effective query, repeated in the response. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The effective query as text. Keys caches, unlike its hash: an attacker could search for two queries with the same hash. */
  readonly key: string;
  /** Eight hexadecimal digits of its hash. */
  readonly queryHash: string;
}

/** Throws 400 for an invalid tag or `Unleash-Client-Spec`, with its name. */
export function readFeatureQuery(token: TokenState, parameters: FeatureParameters, clientSpec: string | undefined): FeatureQuery {
  const { namePrefix = '' } = parameters;
  const environment = environmentOf(token, parameters.environment);
  const projects = projectsOf(token, [...(parameters.project ?? []), ...(parameters['project[]'] ?? [])]);
  const tags = tagsOf([...(parameters.tag ?? []), ...(parameters['tag[]'] ?? [])]);
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

function tagsOf(tags: readonly string[]): string[] {
  const wrong = tags.find((tag) => !/^[^:]+:./s.test(tag));
  if (wrong === undefined) return [...new Set(tags)].sort();
  throw badQuery('tag', `tag must have the form type:value; got ${wrong.slice(0, 50)}.`);
}

/** A value may contain colons, a type may not. */
const splitTag = (tag: string): string[] => [tag.slice(0, tag.indexOf(':')), tag.slice(tag.indexOf(':') + 1)];

const badQuery = (path: string, message: string) => new Failure('BadDataError', message, { path });

/** First version of the client specification with separate segments. */
export const segmentsApart = '4.2.0';

function knowsSegments(clientSpec: string | undefined): boolean {
  if (clientSpec === undefined) return false;
  if (isVersion(clientSpec)) return compareVersions(clientSpec, segmentsApart) >= 0;
  const message = `The header Unleash-Client-Spec must be a version such as 5.1.9; got ${clientSpec.slice(0, 50)}.`;
  throw badQuery('Unleash-Client-Spec', message);
}
