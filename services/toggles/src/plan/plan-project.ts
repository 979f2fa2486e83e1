import { changesNothing, route } from '@signalbox/kit';
import { projectParams } from '../project/project/project.schema.ts';
import { DocumentPlan, DocumentSet } from './plan.schema.ts';
import { planDocuments } from './plan-documents.ts';
import { serializeDocumentPlan } from './serialize-document-plan.ts';

export const planProjectRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/plan',
    summary: 'List the changes that would make a project as documents describe it',
    permission: 'authenticated',
    params: projectParams,
    body: DocumentSet,
    answers: { 200: DocumentPlan },
    failures: ['BadDataError', 'NotFoundError'],
    ...changesNothing,
  },
  async ({ params, body }, context) => serializeDocumentPlan(await planDocuments(context, params.projectId, body)),
);
