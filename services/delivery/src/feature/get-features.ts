import { Failure, type TokenState } from '@signalbox/contracts';
import { empty, encodingFor, type FastAnswer, type FastCall, fastRoute } from '@signalbox/kit';
import type { Replica } from '@signalbox/replica';
import { Type } from 'typebox';
import type { Bodies } from '../body/bodies.ts';
import { callerOf, type CallerParts } from '../token/caller.ts';
import { ClientFeature, ClientFeatures } from './client-feature.schema.ts';
import type { FeatureQueries } from './feature-queries.ts';
import { FeatureParameters, type FeatureQuery } from './feature-query.ts';
import { matches, serializeFeature } from './serialize-feature.ts';
import { isWithheld } from './withheld.ts';
import { etagOf, listFormat, requestFor, type FeatureBody, worldOf } from './write-features.ts';

/** Dependencies of the routes that return features. */
export interface FeatureParts extends CallerParts {
  readonly replica: Pick<Replica, 'stale' | 'view'>;
  readonly bodies: Bodies;
  readonly queries: FeatureQueries;
}

const path = '/api/client/features';
const headers = { vary: 'Accept-Encoding, Authorization, Cookie, Unleash-Client-Spec' };

/** Common declaration of SDK reads that are open to users too. */
export const clientRead = {
  method: 'get',
  permission: 'CLIENT',
  usersToo: true,
  query: FeatureParameters,
  failures: ['BadDataError', 'BadRequestError', 'TooEarlyError', 'UnavailableError'],
} as const;

export const getClientFeaturesRoute = fastRoute(
  { ...clientRead, path, summary: 'Get all features that the token can access', answers: { 200: ClientFeatures, 304: empty } },
  async (call, parts: FeatureParts) => {
    const query = await queryOf(call, parts);
    const { view } = parts.replica;
    const revision = view.scopeRevision(query.environment, query.projects);
    return { headers, etag: etagOf(query, revision), ...bodyOf(call, parts.bodies, { format: listFormat, view, query, revision }) };
  },
);

export const getClientFeatureRoute = fastRoute(
  {
    ...clientRead,
    path: `${path}/:featureName`,
    summary: 'Get one feature that the token can access',
    params: Type.Object({ featureName: Type.String() }),
    answers: { 200: ClientFeature },
    failures: [...clientRead.failures, 'NotFoundError'],
  },
  async (call, parts: FeatureParts) => {
    const query = await queryOf(call, parts);
    const { view } = parts.replica;
    const { featureName } = call.params;
    const feature = view.feature(featureName);
    if (!feature || !matches(feature, query) || isWithheld(feature, query.environment, worldOf(view))) throw noSuchFeature(featureName);
    return { headers, json: JSON.stringify(serializeFeature(feature, query, view.segments())) };
  },
);

type FeatureCall = Pick<FastCall, 'principal' | 'admit' | 'header' | 'response' | 'search'> & { readonly query: FeatureParameters };

function queryOf(call: FeatureCall, parts: FeatureParts): FeatureQuery | Promise<FeatureQuery> {
  const token = callerOf(call, parts);
  const read = (caller: TokenState) => parts.queries.of(caller, call, call.header('unleash-client-spec'));
  return token instanceof Promise ? token.then(read) : read(token);
}

/** The response body, created on demand. Only gzip bodies can be assembled from shared chunks. */
export function bodyOf(call: Pick<FastCall, 'header'>, bodies: Bodies, body: FeatureBody): Required<Pick<FastAnswer, 'encoding' | 'json'>> {
  const encoding = encodingFor(call.header('accept-encoding'), ['gzip']);
  return { encoding, json: () => bodies.get(requestFor(body, encoding)) };
}

/** 404 for a feature that does not exist or that the token cannot access. */
export const noSuchFeature = (name: string, extra: Readonly<Record<string, unknown>> = {}): Failure =>
  new Failure('NotFoundError', `There is no feature ${name} that this token can access.`, { extra });
