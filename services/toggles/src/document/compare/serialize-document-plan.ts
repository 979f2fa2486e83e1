import type { Static } from 'typebox';
import type { DocumentPlan, PlanActionShape } from './plan.schema.ts';
import type { PlannedAction, ProjectPlan } from './project-plan.ts';

/** The plan in responses. */
export function serializeDocumentPlan({ revision, hash, same, actions }: ProjectPlan): Static<typeof DocumentPlan> {
  const possible = actions.filter(({ problem }) => problem === null);
  const count = (op: PlannedAction['op']) => possible.filter((action) => action.op === op).length;
  const summary = {
    create: count('create'),
    update: count('update'),
    delete: count('delete'),
    same,
    refused: actions.length - possible.length,
  };
  return { revision, hash, summary, actions: actions.map(serializeAction) };
}

function serializeAction({ problem, patch, ...action }: PlannedAction): Static<typeof PlanActionShape> {
  return { ...action, patch: patch as Static<typeof PlanActionShape>['patch'], ...(problem && { reason: problem.message }) };
}
