import { createHash } from 'node:crypto';
import { Failure, type TokenState } from '@signalbox/contracts';
import { compareVersions, isVersion } from '@signalbox/engine';
import { type Static, Type } from 'typebox';
import { environmentOf } from '../token/token.ts';
import { projectsOf, type Scope } from './scope.ts';

const text = Type.Optional(Type.String({ minLength: 1 }));
const texts = Type.Optional(Type.Array(Type.String({ minLength: 1 })));

/** What an SDK may ask of the features that its token opens. Some write a list as `project[]`. */
export const FeatureParameters = Type.Object({
  project: texts,
  'project[]': texts,
  tag: texts,
  'tag[]': texts,
  namePrefix: text,
  environment: text,
});
export type FeatureParameters = Static<typeof FeatureParameters>;

/** What one application sees, and how it wants it. */
export interface FeatureQuery extends Scope {
  readonly namePrefix: string;
  /** Features with one of these, as `type:value`; all features where it is empty. */
  readonly tags: readonly string[];
  /** The constraints of segments stand among the strategies' own; else segments are listed apart. */
  readonly inlineSegments: boolean;
  /** What of the query counts, as the answer repeats it. */
  readonly query: Readonly<Record<string, unknown>>;
  /** That as text. Bodies are kept by it and never by its hash: somebody could look for two queries with the same one. */
  readonly key: string;
  /** Eight hexadecimal digits of a hash of it. */
  readonly queryHash: string;
}

/** Throws a 400 that names what is wrong with a tag or with `Unleash-Client-Spec`. */
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

/** A value may hold colons, a type does not. */
const splitTag = (tag: string): string[] => [tag.slice(0, tag.indexOf(':')), tag.slice(tag.indexOf(':') + 1)];

const badQuery = (path: string, message: string) => new Failure('BadDataError', message, { path });

/** The first version of the client specification whose SDKs know segments as such. */
export const segmentsApart = '4.2.0';

function knowsSegments(clientSpec: string | undefined): boolean {
  if (clientSpec === undefined) return false;
  if (isVersion(clientSpec)) return compareVersions(clientSpec, segmentsApart) >= 0;
  const message = `The header Unleash-Client-Spec must be a version such as 5.1.9; got ${clientSpec.slice(0, 50)}.`;
  throw badQuery('Unleash-Client-Spec', message);
}
