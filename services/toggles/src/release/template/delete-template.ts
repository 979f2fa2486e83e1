import { releasePlanTemplateDeleted } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { lockTemplate, ReleaseTemplate, type TemplateKey } from './template.ts';
import { projectTemplateParams, serializeTemplate, templateParams } from './template.schema.ts';

const deletion = {
  method: 'delete',
  answers: { 204: empty },
  failures: ['NotFoundError'],
  events: [releasePlanTemplateDeleted],
} as const;

export const deleteTemplateRoute = route(
  {
    ...deletion,
    path: '/api/admin/release-plan-templates/:templateId',
    summary: 'Delete a release template of all projects; its plans stay as they are',
    permission: 'RELEASE_PLAN_TEMPLATE_DELETE',
    params: templateParams,
  },
  ({ params }, context) => deleteTemplate(context, { ...params, projectId: null }),
);

export const deleteProjectTemplateRoute = route(
  {
    ...deletion,
    path: '/api/admin/projects/:projectId/release-templates/:templateId',
    summary: 'Delete a release template of the project; its plans stay as they are',
    permission: ['RELEASE_PLAN_TEMPLATE_DELETE', 'UPDATE_PROJECT_RELEASE_TEMPLATE'],
    scope: 'project of the path',
    params: projectTemplateParams,
  },
  ({ params }, context) => deleteTemplate(context, params),
);

export async function deleteTemplate(context: Context, key: TemplateKey): Promise<void> {
  removeTemplate(context, await lockTemplate(context, key));
}

/** Deletes the templates of a project that is deleted. */
export async function deleteTemplatesOf(context: Context, project: string): Promise<void> {
  for (const template of await context.em.find(ReleaseTemplate, { project }, { orderBy: { id: 'asc' } })) removeTemplate(context, template);
}

function removeTemplate(context: Context, template: ReleaseTemplate): void {
  context.em.remove(template);
  context.publish(releasePlanTemplateDeleted, { project: template.project || null, preData: serializeTemplate(template) });
}
