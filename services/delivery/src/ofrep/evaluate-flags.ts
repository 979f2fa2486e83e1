import { empty, fastRoute, changesNothing } from '@signalbox/kit';
import { Type } from 'typebox';
import type { EvaluationFormat, Evaluations } from '../evaluation/evaluations.ts';
import { ContextBody, contextInBody, type GivenContext } from '../evaluation/read-context.ts';
import { noSuchFeature } from '../feature/get-features.ts';
import { scopeOf } from '../feature/scope.ts';
import type { RecentContexts } from '../recent/recent-contexts.ts';
import { callerOf, type CallerParts } from '../token/caller.ts';
import { resolve } from './resolve.ts';
import { EventStream, type EventStreamParts, notifiedOf, RefetchParameters, withEventStreams } from './event-streams.ts';

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
});

/** Common declaration of the OpenFeature Remote Evaluation Protocol. */
const ofrepRoute = {
  ...changesNothing,
  method: 'post',
  permission: ['FRONTEND', 'CLIENT'],
  crossOrigin: true,
  body: ContextBody,
} as const;

export const evaluateFlagsRoute = fastRoute(
  {
    ...ofrepRoute,
    path,
    summary: 'Evaluate all features for a context (OFREP)',
    query: RefetchParameters,
    answers: { 200: Type.Object({ flags: Type.Array(EvaluatedFlag), eventStreams: Type.Optional(Type.Array(EventStream)) }), 304: empty },
    failures: ['BadRequestError', 'TooEarlyError', 'UnavailableError'],
  },
  async (call, parts: OfrepParts) => {
    const token = await callerOf(call, parts, call.header('if-min-revision') ?? notifiedOf(call.query));
    const given = identified(contextInBody(call.body));
    const scope = scopeOf(token, given.fields.environment);
    parts.recent.offer(scope, given);
    return withEventStreams(await parts.evaluations.render(flagFormat, scope, given), token, parts);
  },
);

export const evaluateFlagRoute = fastRoute(
  {
    ...ofrepRoute,
    path: `${path}/:key`,
    summary: 'Evaluate one feature for a context (OFREP)',
    params: Type.Object({ key: Type.String() }),
    answers: { 200: EvaluatedFlag },
    failures: ['BadRequestError', 'NotFoundError', 'TooEarlyError', 'UnavailableError'],
  },
  async (call, parts: OfrepParts) => {
    const token = await callerOf(call, parts);
    const given = identified(contextInBody(call.body));
    const scope = scopeOf(token, given.fields.environment);
    parts.recent.offer(scope, given);
    const { lookup } = await parts.evaluations.set(scope);
    const { key } = call.params;
    const feature = lookup.get(key);
    if (!feature) throw noSuchFeature(key, { errorCode: 'FLAG_NOT_FOUND' });
    const { context } = parts.evaluations.contextFor(flagFormat, scope, given);
    return { json: JSON.stringify(resolve(feature, feature.evaluate(context, parts.evaluations.effects, lookup))) };
  },
);

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
  wrap: (features) => `{"flags":[${features}]}`,
};
