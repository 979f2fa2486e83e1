import { featureEnvironmentDisabled, FeatureStrategy, featureStrategyUpdate, validator } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { applyPatch } from '../../base/input/apply-patch.ts';
import { undeclaredWarning, warned } from '../../vocabulary/context-field/undeclared.ts';
import { findFeatureInEnvironment } from '../feature/feature-in-environment.ts';
import { findStrategy, serializeStored, type SerializedStrategy, type StrategyKey } from './strategy.ts';
import { strategyParams, CompleteStrategy } from './strategy.schema.ts';
import { updateStrategy } from './update-strategy.ts';
import { JsonPatch } from '../../base/input/json-patch.schema.ts';

export const patchStrategyRoute = route(
  {
    method: 'patch',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId',
    summary: 'Patch a strategy of a feature with a JSON Patch',
    permission: 'UPDATE_FEATURE_STRATEGY',
    scope: 'environment of the path',
    protectedBy: 'environment',
    params: strategyParams,
    body: JsonPatch,
    answers: { 200: FeatureStrategy },
    headers: undeclaredWarning,
    failures: ['BadDataError', 'ValidationError', 'NotFoundError', 'InvalidOperationError', 'PreconditionFailedError'],
    events: [featureStrategyUpdate, featureEnvironmentDisabled],
  },
  async ({ params, body }, context) => {
    const strategy = await patchStrategy(context, params, body);
    return warned(context.em, strategy, strategy.constraints);
  },
);

/** Parameters are strings. A patch may write numbers and booleans, which become strings as in a request body. */
const isPatched = validator(
  Type.Object({
    ...CompleteStrategy.properties,
    parameters: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]))),
  }),
);

/** Applies the patch to the stored strategy. Removed properties get their defaults. The type cannot change. */
async function patchStrategy(context: Context, key: StrategyKey, patch: JsonPatch): Promise<SerializedStrategy> {
  await findFeatureInEnvironment(context, key);
  const stored = await serializeStored(context.em, await findStrategy(context.em, key));
  const { parameters = {}, ...patched } = applyPatch(stored, patch, isPatched);
  const texts = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
  return updateStrategy(context, key, { title: null, disabled: false, segments: [], ...patched, parameters: texts });
}
