import { changesNothing, route } from '@signalbox/kit';
import { projectParams } from '../../project/project/project.schema.ts';
import { badValue } from '../../base/input/bad-value.ts';
import { projectEnvironmentNames } from '../../project/project/project.ts';
import type { Planning } from '../compare/action-problem.ts';
import { type CurrentObjects, noNames, objectKey, readCurrent } from '../document/current-documents.ts';
import type { Document } from '../document/document.schema.ts';
import { namesOf, planDocuments } from '../compare/plan-documents.ts';
import { planInTurn } from '../compare/plan-in-turn.ts';
import { DocumentPlan } from '../compare/plan.schema.ts';
import type { PlannedAction, ProjectPlan } from '../compare/project-plan.ts';
import { readChangedInTarget } from './promoted-settings.ts';
import { withConsequences } from '../compare/with-consequences.ts';
import { keepEnabled, promotionDocuments } from './promotion-documents.ts';
import { Promotion } from './promotion.schema.ts';
import { serializeDocumentPlan } from '../compare/serialize-document-plan.ts';

export const planPromotionRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/promotions/plan',
    agents: true,
    summary: 'List the changes that would promote features to an environment',
    permission: 'authenticated',
    params: projectParams,
    body: Promotion,
    answers: { 200: DocumentPlan },
    failures: ['BadDataError', 'NotFoundError'],
    ...changesNothing,
  },
  async ({ params, body }, context) => {
    const plan = await planInTurn(context, () => planPromotion(context, params.projectId, body));
    return serializeDocumentPlan(await withConsequences(context, plan));
  },
);

/** Plans a promotion. Marks features whose settings were changed in the target since they were last promoted. */
export async function planPromotion(context: Planning, project: string, promotion: Promotion): Promise<ProjectPlan> {
  const { em } = context;
  const { to, segments = 'update', enabled = 'copy', propose = false } = promotion;
  const environments = await projectEnvironmentNames(em, project);
  if (!environments.includes(to.environment))
    throw badValue('to/environment', `must be one of the environments of project ${project}; got ${to.environment}`);
  const { documents, madeFrom } = await promotionDocuments(context, project, promotion);
  const switched = enabled === 'keep' ? await keepEnabled(em, documents, to.environment) : documents;
  const expected = segments === 'keep' ? withoutSegments(switched, await readSegments(context, switched, project)) : switched;
  const plan = await planDocuments(context, project, { set: null, documents: expected, propose }, madeFrom);
  const changed = await readChangedInTarget(em, plan, to.environment);
  return { ...plan, actions: plan.actions.map((action) => marked(action, changed, segments === 'fail')) };
}

const readSegments = (context: Planning, documents: readonly Document[], project: string): Promise<CurrentObjects> =>
  readCurrent(context, { ...noNames(), Segment: namesOf(documents).Segment }, { project, environments: [] });

const withoutSegments = (documents: readonly Document[], stored: CurrentObjects): Document[] =>
  documents.filter(({ kind, metadata }) => kind !== 'Segment' || !stored.has(objectKey(kind, metadata.name)));

function marked(action: PlannedAction, changed: ReadonlySet<string>, refusesSegments: boolean): PlannedAction {
  const { kind, op, name, environment } = action;
  if (environment !== undefined && changed.has(name)) return { ...action, changedInTarget: true };
  if (!refusesSegments || kind !== 'Segment' || op !== 'update') return action;
  return { ...action, problem: { name: 'ConflictError', message: `The segment ${name} exists with other content.` } };
}
