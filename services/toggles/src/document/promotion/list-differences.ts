import { hash } from 'node:crypto';
import { changesNothing, route } from '@signalbox/kit';
import type { Static } from 'typebox';
import { projectParams } from '../../project/project/project.schema.ts';
import { losesStrategies } from '../compare/effect-of.ts';
import { planInTurn } from '../compare/plan-in-turn.ts';
import { type ChangeEffect, type PlanDifference, PlanDifferences } from '../compare/plan.schema.ts';
import type { PlannedAction } from '../compare/project-plan.ts';
import { withConsequences } from '../compare/with-consequences.ts';
import { planPromotion } from './plan-promotion.ts';
import { Promotion } from './promotion.schema.ts';

export const listDifferencesRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/promotions/differences',
    agents: true,
    summary: 'List the changes that would promote features to an environment, without their content',
    permission: 'authenticated',
    params: projectParams,
    body: Promotion,
    answers: { 200: PlanDifferences },
    failures: ['BadDataError', 'NotFoundError'],
    ...changesNothing,
  },
  async ({ params, body }, context) => {
    const plan = await planInTurn(context, () => planPromotion(context, params.projectId, body));
    const { revision, hash: planned, actions } = await withConsequences(context, plan);
    return { revision, hash: planned, differences: actions.map(serializeDifference) };
  },
);

type Judged = PlannedAction & Pick<Static<typeof PlanDifference>, 'localApplications'> & { readonly effect?: ChangeEffect };

function serializeDifference({ problem, before, after, effect, ...action }: Judged): Static<typeof PlanDifference> {
  return {
    ...action,
    ...(problem && { reason: problem.message }),
    ...(effect && { effect: { kind: effect.kind, evaluations: effect.evaluations, turned: effect.turned, isBound: effect.isBound } }),
    losesStrategies: losesStrategies({ before, after }),
    fingerprint: hash('sha256', JSON.stringify([before, after]), 'base64url').slice(0, fingerprintLength),
  };
}

const fingerprintLength = 16;
