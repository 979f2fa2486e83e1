import { changesNothing, route } from '@signalbox/kit';
import { projectParams } from '../../project/project/project.schema.ts';
import { DocumentPlan, DocumentSet } from './plan.schema.ts';
import { planDocuments } from './plan-documents.ts';
import { planInTurn } from './plan-in-turn.ts';
import { withConsequences } from './with-consequences.ts';
import { serializeDocumentPlan } from './serialize-document-plan.ts';

export const planProjectRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/plan',
    summary: 'Plan the changes that documents make to a project',
    permission: 'authenticated',
    agents: true,
    params: projectParams,
    body: DocumentSet,
    answers: { 200: DocumentPlan },
    failures: ['BadDataError', 'NotFoundError'],
    ...changesNothing,
  },
  async ({ params, body }, context) => {
    const plan = await planInTurn(context, () => planDocuments(context, params.projectId, body));
    return serializeDocumentPlan(await withConsequences(context, plan));
  },
);
