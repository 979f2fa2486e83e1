import { ReleaseTemplateShape } from '@signalbox/contracts';
import { route } from '@signalbox/kit';
import { findTemplate } from './template.ts';
import { projectTemplateParams, serializeTemplate, templateParams } from './template.schema.ts';

const reading = {
  method: 'get',
  permission: 'authenticated',
  answers: { 200: ReleaseTemplateShape },
  failures: ['NotFoundError'],
} as const;

export const getTemplateRoute = route(
  {
    ...reading,
    path: '/api/admin/release-plan-templates/:templateId',
    summary: 'Get a release template of all projects',
    params: templateParams,
  },
  async ({ params }, { em }) => serializeTemplate(await findTemplate(em, { ...params, projectId: null })),
);

export const getProjectTemplateRoute = route(
  {
    ...reading,
    path: '/api/admin/projects/:projectId/release-templates/:templateId',
    summary: 'Get a release template that the project can use',
    params: projectTemplateParams,
  },
  async ({ params }, { em }) => serializeTemplate(await findTemplate(em, params)),
);
