import { Failure } from '@signalbox/contracts';
import { changesNothing, empty, type FastCall, fastRoute } from '@signalbox/kit';
import { Type } from 'typebox';
import type { EvaluationFormat, Evaluations } from '../evaluation/evaluations.ts';
import { ContextBody, contextInBody, type GivenContext } from '../evaluation/read-context.ts';
import { noSuchFeature } from '../feature/get-features.ts';
import { scopeOf } from '../feature/scope.ts';
import type { RecentContexts } from '../recent/recent-contexts.ts';
import { callerOf, type CallerParts } from '../token/caller.ts';
import { resolve } from './resolve.ts';
import { EventStream, type EventStreamParts, eventStreamsOf, notifiedOf, RefetchParameters, withEventStreams } from './event-streams.ts';

export interface OfrepParts extends CallerParts, EventStreamParts {
  readonly evaluations: Evaluations;
  readonly recent: RecentContexts;
}

const path = '/ofrep/v1/evaluate/flags';

export const EvaluatedFlag = Type.Object({
  key: Type.String(),
  value: Type.Unknown(),
  reason: Type.Enum(['STATIC', 'DEFAULT', 'TARGETING_MATCH', 'SPLIT', 'DISABLED', 'UNKNOWN']),
  variant: Type.Optional(Type.String()),
  metadata: Type.Object({ project: Type.String(), environment: Type.String(), toggleType: Type.String() }),
  eventStreams: Type.Optional(Type.Array(EventStream, { description: 'Only of a flag that is evaluated alone.' })),
});

/** Common declaration of the OpenFeature Remote Evaluation Protocol. */
const ofrepRoute = {
  ...changesNothing,
  method: 'post',
  permission: ['FRONTEND', 'CLIENT'],
  crossOrigin: true,
  headers: {
    'Cache-Control': 'Private and revalidated: an evaluation belongs to one context, and lasts until the next change.',
    'X-Revision': 'The revision of the features. Send it as `If-Revision` to evaluate further flags at the same revision.',
  },
  body: ContextBody,
} as const;

export const evaluateFlagsRoute = fastRoute(
  {
    ...ofrepRoute,
    path,
    summary: 'Evaluate all features for a context (OFREP)',
    query: RefetchParameters,
    answers: { 200: Type.Object({ flags: Type.Array(EvaluatedFlag), eventStreams: Type.Optional(Type.Array(EventStream)) }), 304: empty },
    failures: ['BadRequestError', 'PreconditionFailedError', 'TooEarlyError', 'UnavailableError'],
  },
  async (call, parts: OfrepParts) => {
    const token = await callerOf(call, parts, call.header('if-min-revision') ?? notifiedOf(call.query));
    const given = identified(contextInBody(call.body));
    const scope = scopeOf(token, given.fields.environment);
    parts.recent.offer(scope, given);
    const { revision, ...answer } = withEventStreams(
      await parts.evaluations.render(flagFormat, scope, given, pinnedIn(call)),
      token,
      parts,
    );
    return { headers: headersOf(revision), ...answer };
  },
);

export const evaluateFlagRoute = fastRoute(
  {
    ...ofrepRoute,
    path: `${path}/:key`,
    summary: 'Evaluate one feature for a context (OFREP)',
    params: Type.Object({ key: Type.String() }),
    answers: { 200: EvaluatedFlag },
    failures: ['BadRequestError', 'NotFoundError', 'PreconditionFailedError', 'TooEarlyError', 'UnavailableError'],
  },
  async (call, parts: OfrepParts) => {
    const token = await callerOf(call, parts);
    const given = identified(contextInBody(call.body));
    const scope = scopeOf(token, given.fields.environment);
    parts.recent.offer(scope, given);
    const { lookup, revision } = await parts.evaluations.set(scope, pinnedIn(call));
    const { key } = call.params;
    const feature = lookup.get(key);
    if (!feature) throw noSuchFeature(key, { errorCode: 'FLAG_NOT_FOUND' });
    const { context } = parts.evaluations.contextFor(flagFormat, scope, given);
    const resolution = resolve(feature, feature.evaluate(context, parts.evaluations.effects, lookup));
    return { headers: headersOf(revision), json: JSON.stringify({ ...resolution, eventStreams: eventStreamsOf(token, parts) }) };
  },
);

/** The revision that all evaluations of a client's own request share, from the header `X-Revision` of its first one. */
function pinnedIn(call: Pick<FastCall, 'header'>): number | undefined {
  const text = call.header('if-revision');
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new Failure('BadRequestError', 'If-Revision must be the number in X-Revision.');
  return Number(text);
}

/** An evaluation belongs to one user, and is out of date after the next change. */
const headersOf = (revision: number) => ({ 'cache-control': 'private, no-cache', 'x-revision': String(revision) });

/** The targeting key is used as the user id, unless the context has one. It also remains a property, for constraints on `targetingKey`. */
export function identified({ fields, properties }: GivenContext): GivenContext {
  const { targetingKey } = properties;
  return targetingKey === undefined || fields.userId ? { fields, properties } : { fields: { ...fields, userId: targetingKey }, properties };
}

export const flagFormat: EvaluationFormat = {
  name: 'ofrep',
  drawsSession: false,
  leavesOutDisabled: false,
  write: (feature, decision) => JSON.stringify(resolve(feature, decision)),
  around: ['{"flags":[', ']}'],
};
