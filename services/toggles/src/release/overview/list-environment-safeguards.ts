import { Safeguard } from '@signalbox/contracts';
import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { readFeatureInEnvironment } from '../../feature/feature/feature-in-environment.ts';
import { featureEnvironmentParams } from '../../feature/feature/feature.schema.ts';
import { safeguardsOf, switchedOnAt } from '../safeguard/environment-safeguards.ts';
import { SafeguardStates, statesOf } from './safeguard-states.ts';

export const listEnvironmentSafeguardsRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/safeguards',
    summary: 'List the safeguards of a feature in one environment; while it is on, with the state of each',
    permission: 'authenticated',
    params: featureEnvironmentParams,
    answers: { 200: Type.Object({ safeguards: Type.Array(Safeguard), safeguardStates: SafeguardStates }) },
    failures: ['NotFoundError'],
  },
  async ({ params }, context) => {
    const { settings } = await readFeatureInEnvironment(context.em, params);
    const safeguards = [...(await safeguardsOf(context.em, params))];
    const watched = { ...params, safeguards, inEffectSince: switchedOnAt(settings) };
    return { safeguards, safeguardStates: settings.enabled ? await statesOf(context, watched) : [] };
  },
);
