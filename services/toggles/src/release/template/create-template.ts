import { releasePlanTemplateCreated, ReleaseTemplateShape } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { lockProjectForTemplates } from './template-project.ts';
import { projectParams } from '../../project/project/project.schema.ts';
import { normaliseMilestones, segmentsOfMilestones } from './normalise-milestones.ts';
import { normaliseTemplateSafeguards } from './normalise-safeguard.ts';
import { ReleaseTemplate, refuseTakenTemplateName } from './template.ts';
import { serializeTemplate, WriteTemplate } from './template.schema.ts';
import { ulidOf } from '../../base/database/ulid-of.ts';

const creation = {
  method: 'post',
  body: WriteTemplate,
  answers: { 201: ReleaseTemplateShape },
  failures: ['BadDataError', 'NotFoundError', 'NameExistsError'],
  events: [releasePlanTemplateCreated],
} as const;

export const createTemplateRoute = route(
  {
    ...creation,
    path: '/api/admin/release-plan-templates',
    summary: 'Create a release template for all projects',
    permission: 'RELEASE_PLAN_TEMPLATE_CREATE',
  },
  async ({ body }, context) => serializeTemplate(await createTemplate(context, null, body)),
);

export const createProjectTemplateRoute = route(
  {
    ...creation,
    path: '/api/admin/projects/:projectId/release-templates',
    summary: 'Create a release template for one project',
    permission: ['RELEASE_PLAN_TEMPLATE_CREATE', 'UPDATE_PROJECT_RELEASE_TEMPLATE'],
    scope: 'project of the path',
    params: projectParams,
  },
  async ({ params, body }, context) => serializeTemplate(await createTemplate(context, params.projectId, body)),
);

export async function createTemplate(context: Context, projectId: string | null, input: WriteTemplate): Promise<ReleaseTemplate> {
  const { em, actor, now } = context;
  await lockProjectForTemplates(context, projectId);
  const project = projectId ?? '';
  await refuseTakenTemplateName(em, project, input.name);
  const milestones = await normaliseMilestones(context, { project: projectId }, input.milestones);
  const template = em.create(ReleaseTemplate, {
    id: ulidOf(context.id()),
    project,
    name: input.name,
    description: input.description ?? null,
    milestones,
    segments: segmentsOfMilestones(milestones),
    safeguards: normaliseTemplateSafeguards(input.safeguards ?? []),
    createdByUserId: actor.id,
    createdAt: now(),
    archivedAt: null,
  });
  context.publish(releasePlanTemplateCreated, { project: projectId, data: serializeTemplate(template) });
  return template;
}
