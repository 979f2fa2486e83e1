import type { Static } from 'typebox';
import type { Plan, PlannedAction as PlannedActionShape } from './plan.schema.ts';
import type { PlannedAction, ProjectPlan } from './plan-documents.ts';

/** The plan in responses. */
export function serializePlan({ revision, hash, same, actions }: ProjectPlan): Static<typeof Plan> {
  const possible = actions.filter(({ refusal }) => refusal === null);
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

function serializeAction({ refusal, patch, ...action }: PlannedAction): Static<typeof PlannedActionShape> {
  return { ...action, patch: patch as Static<typeof PlannedActionShape>['patch'], ...(refusal && { reason: refusal.message }) };
}
