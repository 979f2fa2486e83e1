import { Failure } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import type { Static } from 'typebox';
import { type Applied, applyPlan } from '../apply/apply-plan.ts';
import { applyAndWait, applyingPlans } from '../apply/apply-project.ts';
import { planPromotion } from './plan-promotion.ts';
import type { ProjectPlan } from '../compare/project-plan.ts';
import { storePromoted } from './promoted-settings.ts';
import { promotionDocuments } from './promotion-documents.ts';
import { ExpectedPromotion } from './promotion.schema.ts';

export const promoteRoute = route(
  {
    ...applyingPlans,
    path: '/api/admin/projects/:projectId/promotions',
    summary: 'Promote features to an environment, all or nothing; protected changes become a change request',
    body: ExpectedPromotion,
  },
  ({ params: { projectId }, body }, context) => applyAndWait(context, projectId, (unit) => promote(unit, projectId, body)),
);

/** Applies the plan of a promotion, and stores the settings that were promoted. */
async function promote(context: Context, project: string, promotion: Static<typeof ExpectedPromotion>): Promise<Applied> {
  const { expect, into } = promotion;
  const { documents } = await promotionDocuments(context, project, promotion);
  const plan = async (unit: Context): Promise<ProjectPlan> => {
    const planned = await planPromotion(unit, project, promotion);
    if (planned.hash === expect.hash) refuseChanged(planned, promotion.overwrite ?? []);
    return planned;
  };
  const applied = await applyPlan(context, project, { set: null, documents, expect, into, source: 'promotion' }, plan);
  await storePromoted(context, applied.plan, promotion.to.environment);
  return applied;
}

/** Someone changed these features in the target, so the caller must name each. */
function refuseChanged({ actions }: ProjectPlan, overwrite: readonly string[]): void {
  const changed = actions.flatMap(({ name, changedInTarget }) => (changedInTarget && !overwrite.includes(name) ? [name] : []));
  if (changed.length === 0) return;
  const message = `These features were changed in the target since they were last promoted: ${changed.join(', ')}. Name them in overwrite to promote them anyway.`;
  throw new Failure('ConflictError', message, { extra: { changedInTarget: changed } });
}
