import { Failure, type ProposalTarget } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { projectParams } from '../../project/project/project.schema.ts';
import type { AppliedAction } from '../../tables/plan.ts';
import { compositeKey } from '@signalbox/table';
import type { Planning } from '../compare/action-problem.ts';
import { isOfParents } from '../compare/action-problem.ts';
import { type Applied, applyPlan } from '../apply/apply-plan.ts';
import { applyAndWait, applyingPlans } from '../apply/apply-project.ts';
import { readApplied } from '../apply/applied-plan.ts';
import { noNames, readCurrent } from '../document/current-documents.ts';
import type { Kind } from '../document/document.schema.ts';
import { planDocuments, type PlannedSet } from '../compare/plan-documents.ts';
import { applying, DocumentPlan } from '../compare/plan.schema.ts';
import type { PlannedAction, ProjectPlan } from '../compare/project-plan.ts';
import { isUsable } from '../compare/refuse-unknown.ts';
import { forgetPromoted } from '../promotion/promoted-settings.ts';
import { serializeDocumentPlan } from '../compare/serialize-document-plan.ts';
import { stateBefore, type StateBefore } from './undo-documents.ts';

const params = Type.Object({ ...projectParams.properties, planId: Type.String() });

export const planUndoRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/applied-plans/:planId/undo',
    summary: 'List the changes that would undo an applied plan as one',
    permission: 'authenticated',
    params,
    answers: { 200: DocumentPlan },
    failures: ['BadDataError', 'ConflictError', 'NotFoundError'],
  },
  async ({ params: { projectId, planId } }, context) => {
    const before = await readBefore(context, projectId, planId);
    return serializeDocumentPlan(await planUndo(context, projectId, before));
  },
);

export const undoPlanRoute = route(
  {
    ...applyingPlans,
    path: '/api/admin/projects/:projectId/applied-plans/:planId/undo',
    summary: 'Undo an applied plan as one, all or nothing; protected changes become change requests',
    params,
    body: Type.Object(
      {
        ...applying,
        anyway: Type.Optional(Type.Boolean({ description: 'Also undo changes of objects that have been changed since.' })),
      },
      { additionalProperties: false },
    ),
  },
  ({ params: { projectId, planId }, body }, context) =>
    applyAndWait(context, projectId, (unit) => undoPlan(unit, { project: projectId, planId }, body)),
);

/** The changes of an applied plan, and the plan that reverses them. */
interface Before extends StateBefore {
  readonly actions: readonly AppliedAction[];
  readonly request: PlannedSet;
}

async function readBefore(context: Planning, project: string, planId: string): Promise<Before> {
  const applied = await readApplied(context.em, project, planId);
  if (!applied)
    throw new Failure('NotFoundError', `Project ${project} has no applied plan ${planId}. The last hundred of a project are stored.`);
  const names = noNames();
  for (const { kind, name } of applied.actions) names[kind as Kind].add(name);
  const environments = new Set(applied.actions.flatMap(({ environment }) => environment ?? []));
  const current = await readCurrent(context, names, { project, environments: [...environments] });
  const own = new Map([...current].filter(([, { document }]) => isUsable(document, project)));
  const before = stateBefore(applied.actions, own);
  return {
    ...before,
    actions: applied.actions,
    request: { set: applied.managedBy ?? null, documents: [...before.documents], remove: before.created },
  };
}

const keyOf = ({ kind, name, environment = '' }: Pick<AppliedAction, 'kind' | 'name' | 'environment'>, ofParents: boolean): string =>
  compositeKey(kind, name, environment, ofParents ? 'parents' : '');

/** Plans the undo. Marks objects that have been changed since. */
async function planUndo(context: Planning, project: string, { request, changed }: Before): Promise<ProjectPlan> {
  const plan = await planDocuments(context, project, request);
  const keys = new Set(changed.map((action) => keyOf(action, action.isOfParents ?? false)));
  const marked = (action: PlannedAction): PlannedAction =>
    keys.has(keyOf(action, isOfParents(action))) ? { ...action, changedInTarget: true } : action;
  return { ...plan, actions: plan.actions.map(marked) };
}

interface UndoRequest {
  readonly expect: { readonly hash: string };
  readonly into?: ProposalTarget | undefined;
  readonly anyway?: boolean;
}

async function undoPlan(
  context: Context,
  { project, planId }: { readonly project: string; readonly planId: string },
  { anyway = false, ...applied }: UndoRequest,
): Promise<Applied> {
  const before = await readBefore(context, project, planId);
  const planAgain = async (unit: Context): Promise<ProjectPlan> => {
    const plan = await planUndo(unit, project, await readBefore(unit, project, planId));
    if (plan.hash === applied.expect.hash && !anyway) refuseChanged(plan);
    return plan;
  };
  const undone = await applyPlan(context, project, { ...before.request, ...applied, source: 'undo' }, planAgain);
  await forgetPromoted(context, before.actions);
  return undone;
}

function refuseChanged({ actions }: ProjectPlan): void {
  const changed = actions.filter(({ changedInTarget }) => changedInTarget).map(({ kind, name }) => `${kind} ${name}`);
  if (changed.length === 0) return;
  const message = `These objects have been changed since the plan was applied: ${changed.join(', ')}. Retry with anyway to undo the plan anyway.`;
  throw new Failure('ConflictError', message, { extra: { changedInTarget: changed } });
}
