import { changesNothing, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { projectParams } from '../../project/project/project.schema.ts';
import { Bundle, PromotionSelection } from './promotion.schema.ts';
import { selectedDocuments } from './promotion-documents.ts';

export const exportBundleRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/promotions/bundle',
    summary: 'Export features of an environment, with everything they use, for a promotion to another instance',
    permission: 'authenticated',
    params: projectParams,
    body: Type.Object(
      { environment: Bundle.properties.environment, select: Type.Optional(PromotionSelection) },
      { additionalProperties: false },
    ),
    answers: { 200: Bundle },
    failures: ['BadDataError', 'NotFoundError'],
    ...changesNothing,
  },
  async ({ params, body: { environment, select } }, context) => ({
    environment,
    documents: await selectedDocuments(context, params.projectId, { environment, select }),
  }),
);
