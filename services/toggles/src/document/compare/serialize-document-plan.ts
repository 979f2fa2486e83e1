import { chunksOf, yieldToOthers } from '@signalbox/kit';
import type { Static } from 'typebox';
import type { DocumentPlan, PlanActionShape } from './plan.schema.ts';
import { patchOf } from './compare-documents.ts';
import type { PlannedAction, ProjectPlan } from './project-plan.ts';

const actionsAtOnce = 100;

/** The plan in responses. Lets other work run in between. */
export async function serializeDocumentPlan({ revision, hash, same, actions }: ProjectPlan): Promise<Static<typeof DocumentPlan>> {
  const possible = actions.filter(({ problem }) => problem === null);
  const count = (op: PlannedAction['op']) => possible.filter((action) => action.op === op).length;
  const summary = {
    create: count('create'),
    update: count('update'),
    delete: count('delete'),
    same,
    refused: actions.length - possible.length,
  };
  const serialized: Static<typeof PlanActionShape>[] = [];
  for (const chunk of chunksOf(actions, actionsAtOnce)) {
    serialized.push(...chunk.map(serializeAction));
    await yieldToOthers();
  }
  return { revision, hash, summary, actions: serialized };
}

function serializeAction({ problem, ...action }: PlannedAction): Static<typeof PlanActionShape> {
  return { ...action, patch: patchOf(action) as Static<typeof PlanActionShape>['patch'], ...(problem && { reason: problem.message }) };
}
