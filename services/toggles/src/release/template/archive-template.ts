import { releasePlanTemplateArchived } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { lockTemplate, type TemplateKey } from './template.ts';
import { projectTemplateParams, serializeTemplate, templateParams } from './template.schema.ts';

const archiving = {
  method: 'post',
  answers: { 202: empty },
  failures: ['NotFoundError'],
  events: [releasePlanTemplateArchived],
} as const;

export const archiveTemplateRoute = route(
  {
    ...archiving,
    path: '/api/admin/release-plan-templates/archive/:templateId',
    summary: 'Archive a release template of all projects',
    permission: 'RELEASE_PLAN_TEMPLATE_DELETE',
    params: templateParams,
  },
  ({ params }, context) => archiveTemplate(context, { ...params, projectId: null }),
);

export const archiveProjectTemplateRoute = route(
  {
    ...archiving,
    path: '/api/admin/projects/:projectId/release-templates/archive/:templateId',
    summary: 'Archive a release template of the project',
    permission: ['RELEASE_PLAN_TEMPLATE_DELETE', 'UPDATE_PROJECT_RELEASE_TEMPLATE'],
    scope: 'project of the path',
    params: projectTemplateParams,
  },
  ({ params }, context) => archiveTemplate(context, params),
);

/** Plans that were created from the template continue. Archiving it again has no effect. */
async function archiveTemplate(context: Context, key: TemplateKey): Promise<void> {
  const template = await lockTemplate(context, key);
  if (template.archivedAt) return;
  const preData = serializeTemplate(template);
  template.archivedAt = context.now();
  context.publish(releasePlanTemplateArchived, { project: key.projectId, data: serializeTemplate(template), preData });
}
