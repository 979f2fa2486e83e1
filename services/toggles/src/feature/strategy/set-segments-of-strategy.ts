import { Failure, featureStrategyUpdate, RowId } from '@signalbox/contracts';
import { type Context, type EntityManager, Reply, requirePermission, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { findFeatureInEnvironment } from '../feature/feature-in-environment.ts';
import { refuseTooMany, strategySegments } from '../../base/setting/limits.ts';
import { inOrder } from './normalise-strategy.ts';
import { findStrategy, refuseOfMilestone, serializeStored } from './strategy.ts';
import { rewriteStrategy } from './update-strategy.ts';
import { tablesOf } from '../../tables/tables.ts';
import { refuseForeignSegments } from '../segment/segment.ts';

export const SegmentsOfStrategy = Type.Object({
  projectId: Type.String(),
  environmentId: Type.String(),
  strategyId: Type.String(),
  segmentIds: Type.Array(RowId),
});
type SegmentsOfStrategy = Static<typeof SegmentsOfStrategy>;

export const setSegmentsOfStrategyRoute = route(
  {
    method: 'post',
    path: '/api/admin/segments/strategies',
    summary: 'Set the segments of a strategy',
    permission: 'UPDATE_FEATURE_STRATEGY',
    scope: 'project of the feature',
    body: SegmentsOfStrategy,
    answers: { 201: SegmentsOfStrategy },
    headers: { Location: 'The URL of the list of the strategy’s segments.' },
    failures: ['NoAccessError', 'NotFoundError', 'InvalidOperationError', 'BadDataError', 'PreconditionFailedError'],
    events: [featureStrategyUpdate],
  },
  async ({ body }, context) => {
    const segmentIds = await setSegmentsOfStrategy(context, body);
    return new Reply({ ...body, segmentIds }, { headers: { location: `strategies/${body.strategyId}` } });
  },
);

/** Returns the unique ids as they are stored. Changes nothing else of the strategy. */
async function setSegmentsOfStrategy(context: Context, input: SegmentsOfStrategy): Promise<number[]> {
  const { projectId, environmentId: environment, strategyId } = input;
  const { em } = context;
  requirePermission(context, 'UPDATE_FEATURE_STRATEGY', { project: projectId, environment });
  const featureName = await featureOf(em, projectId, strategyId);
  const target = await findFeatureInEnvironment(context, { projectId, featureName, environment });
  const strategy = await findStrategy(em, { featureName, environment, strategyId });
  refuseOfMilestone(strategy);
  const segments = inOrder(input.segmentIds);
  await refuseForeignSegments(context, projectId, segments);
  refuseTooMany(context.settings, strategySegments, segments.length, { path: 'segmentIds' });
  const preData = await serializeStored(em, strategy);
  const content = { ...preData, disabled: strategy.disabled, segments };
  await rewriteStrategy(context, target, { strategy, preData, content });
  return segments;
}

/**
 * Selects only the name, bypassing the identity map, because the strategy itself is read under the lock on its feature. A
 * strategy of another project counts as unknown, and its feature must not be named.
 */
async function featureOf(em: EntityManager, projectId: string, strategyId: string): Promise<string> {
  const row = await tablesOf(em)
    .selectFrom('feature_strategy')
    .innerJoin('feature', 'feature.name', 'feature_strategy.feature_name')
    .where('feature_strategy.id', '=', strategyId)
    .where('feature.project_id', '=', projectId)
    .select('feature_strategy.feature_name')
    .executeTakeFirst();
  if (!row) throw new Failure('NotFoundError', `There is no strategy ${strategyId}.`);
  return row.feature_name;
}
