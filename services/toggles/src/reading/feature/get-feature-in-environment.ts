import { route } from '@signalbox/kit';
import { ReleasePlanShape, Safeguard } from '@signalbox/contracts';
import { Type } from 'typebox';
import { planOf, serializePlan } from '../../release/plan/plan.ts';
import { safeguardsOf } from '../../release/safeguard/environment-safeguards.ts';
import { featureEnvironmentParams } from '../../feature/feature/feature.schema.ts';
import { readFeatureInEnvironment } from '../../feature/feature/feature-in-environment.ts';
import { serializeStrategies, strategiesOf } from '../../feature/strategy/strategy.ts';
import { StrategyOfFeature } from '../../feature/strategy/strategy.schema.ts';

export const getFeatureInEnvironmentRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment',
    summary: 'Get the configuration of a feature in one environment',
    permission: 'authenticated',
    params: featureEnvironmentParams,
    answers: {
      200: Type.Object({
        name: Type.String(),
        environment: Type.String(),
        enabled: Type.Boolean(),
        strategies: Type.Array(StrategyOfFeature),
        /** Absent without a release plan. */
        releasePlans: Type.Optional(Type.Array(ReleasePlanShape)),
        /** Absent without safeguards outside of release plans. */
        safeguards: Type.Optional(Type.Array(Safeguard)),
      }),
    },
    failures: ['NotFoundError'],
  },
  async ({ params }, { em }) => {
    const { feature, settings } = await readFeatureInEnvironment(em, params);
    const strategies = await serializeStrategies(em, await strategiesOf(em, feature.name, settings.environment));
    const plan = await planOf(em, params);
    const safeguards = await safeguardsOf(em, params);
    return {
      name: feature.name,
      environment: settings.environment,
      enabled: settings.enabled,
      strategies: strategies.map((strategy) => ({ ...strategy, featureName: feature.name })),
      ...(plan && { releasePlans: [serializePlan(plan)] }),
      ...(safeguards.length > 0 && { safeguards: [...safeguards] }),
    };
  },
);
