import { createHash } from 'node:crypto';
import { planApplied } from '@signalbox/contracts';
import type { Context, EntityManager } from '@signalbox/kit';
import { type AppliedAction, appliedPlanTable } from '../../tables/plan.ts';
import { tablesOf } from '../../tables/tables.ts';
import { isOfParents } from '../compare/action-problem.ts';
import type { Content } from '../compare/compare-documents.ts';
import { changedReleaseParts, withoutRelease, withRelease } from '../compare/keep-unmentioned.ts';
import type { PlannedAction, ProjectPlan } from '../compare/project-plan.ts';

/** The direct changes of an applied plan. Deleted with its project, or once a hundred newer ones are stored. */
export class AppliedPlan extends appliedPlanTable.entity.class {}
appliedPlanTable.entity.setClass(AppliedPlan);

/** Where the desired state of a plan comes from. */
export type PlanSource = 'documents' | 'promotion' | 'undo';

const maxPlans = 100;
/** A larger row might not fit into a packet of the database. */
const maxLength = 4_000_000;

/** Records the direct changes of a plan, so that they can be undone as one. Returns the id; null if they are too large. */
export async function recordApplied(context: Context, plan: ProjectPlan, source: PlanSource): Promise<string | null> {
  const { project, set, hash } = plan;
  const direct = plan.actions.filter((action) => !action.protected);
  if (direct.length === 0) return null;
  const actions = direct.map(appliedAction);
  const isStored = JSON.stringify(actions).length <= maxLength;
  const id = isStored ? context.id() : null;
  if (id !== null) await store(context, { id, project, managedBy: set, actions, appliedAt: context.now() });
  context.publish(planApplied, { project, data: { id, hash, set, source, applied: direct.length } });
  return id;
}

function appliedAction(action: PlannedAction): AppliedAction {
  const { op, kind, name, environment, before, after } = action;
  return {
    op,
    kind,
    name,
    ...(environment !== undefined && { environment }),
    ...(environment === undefined && kind === 'Feature' && isOfParents(action) && { isOfParents: true as const }),
    ...contentOf(before && withoutSet(before), after && withoutSet(after)),
  };
}

/** Leaves out the parts of release that stay, so that their later progress does not count as a change. */
function contentOf(before: Content | null, after: Content | null): Pick<AppliedAction, 'before' | 'left'> {
  const changed = changedReleaseParts(before ?? {}, after ?? {});
  const earlier = before && changed.length > 0 ? withRelease(before) : before;
  return { before: earlier && withoutRelease(earlier, changed), left: contentHash(after && withoutRelease(after, changed)) };
}

/** Owners are not undone. */
function withoutSet({ managedBy: _managedBy, ...content }: Content): Content {
  return content;
}

/** SHA-256 of canonical content. */
export const contentHash = (content: Content | null): string =>
  createHash('sha256')
    .update(JSON.stringify(content ?? {}))
    .digest('hex');

async function store({ em }: Context, plan: Pick<AppliedPlan, 'id' | 'project' | 'managedBy' | 'actions' | 'appliedAt'>): Promise<void> {
  em.create(AppliedPlan, plan);
  await em.flush();
  const newest = await tablesOf(em)
    .selectFrom('applied_plan')
    .where('project_id', '=', plan.project)
    .orderBy('id', 'desc')
    .select('id')
    .limit(maxPlans)
    .execute();
  const [oldest] = newest.slice(-1);
  if (newest.length === maxPlans && oldest) await em.nativeDelete(AppliedPlan, { project: plan.project, id: { $lt: oldest.id } });
}

/** Returns null for a plan of another project, and for one that is not stored any more. */
export const readApplied = (em: EntityManager, project: string, id: string): Promise<AppliedPlan | null> =>
  em.findOne(AppliedPlan, { project, id });
