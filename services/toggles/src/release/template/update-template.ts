import { isDeepStrictEqual } from 'node:util';
import { Failure, releasePlanTemplateUpdated, ReleaseTemplateShape } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { lockProjectForTemplates } from './template-project.ts';
import { normaliseMilestones, segmentsOfMilestones } from './normalise-milestones.ts';
import { normaliseTemplateSafeguards } from './normalise-safeguard.ts';
import { lockTemplate, refuseTakenTemplateName, type ReleaseTemplate, type TemplateKey } from './template.ts';
import { projectTemplateParams, serializeTemplate, templateParams, WriteTemplate } from './template.schema.ts';

const replacement = {
  method: 'put',
  body: WriteTemplate,
  answers: { 200: ReleaseTemplateShape },
  failures: ['BadDataError', 'InvalidOperationError', 'NotFoundError', 'NameExistsError'],
  events: [releasePlanTemplateUpdated],
} as const;

export const updateTemplateRoute = route(
  {
    ...replacement,
    path: '/api/admin/release-plan-templates/:templateId',
    summary: 'Replace a release template of all projects; its plans stay as they are',
    permission: 'RELEASE_PLAN_TEMPLATE_UPDATE',
    params: templateParams,
  },
  async ({ params, body }, context) => serializeTemplate(await updateTemplate(context, { ...params, projectId: null }, body)),
);

export const updateProjectTemplateRoute = route(
  {
    ...replacement,
    path: '/api/admin/projects/:projectId/release-templates/:templateId',
    summary: 'Replace a release template of the project; its plans stay as they are',
    permission: ['RELEASE_PLAN_TEMPLATE_UPDATE', 'UPDATE_PROJECT_RELEASE_TEMPLATE'],
    scope: 'project of the path',
    params: projectTemplateParams,
  },
  async ({ params, body }, context) => serializeTemplate(await updateTemplate(context, params, body)),
);

/** Milestones and strategies that are sent with their ids keep them. A missing description and missing safeguards stay. */
export async function updateTemplate(context: Context, key: TemplateKey, input: WriteTemplate): Promise<ReleaseTemplate> {
  await lockProjectForTemplates(context, key.projectId); // Before the template, as everywhere.
  const template = await lockTemplate(context, key);
  refuseArchivedTemplate(template);
  await refuseTakenTemplateName(context.em, template.project, input.name, template.id);
  const preData = serializeTemplate(template);
  const milestones = await normaliseMilestones(context, { project: key.projectId, known: template.milestones }, input.milestones);
  template.name = input.name;
  if (input.description !== undefined) template.description = input.description;
  template.milestones = milestones;
  if (input.safeguards) template.safeguards = normaliseTemplateSafeguards(input.safeguards);
  template.segments = segmentsOfMilestones(milestones);
  const data = serializeTemplate(template);
  if (!isDeepStrictEqual(data, preData)) context.publish(releasePlanTemplateUpdated, { project: key.projectId, data, preData });
  return template;
}

/** Throws 403 for an archived template. */
export function refuseArchivedTemplate({ archivedAt, name }: ReleaseTemplate): void {
  if (archivedAt) throw new Failure('InvalidOperationError', `The release template ${name} is archived. Create another one instead.`);
}
