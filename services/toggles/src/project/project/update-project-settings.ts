import { projectUpdated } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { normaliseNaming } from './feature-naming.ts';
import { projectParams, UpdateProject } from './project.schema.ts';
import { updateProject } from './update-project.ts';
import { FeatureNamingInput } from './feature-naming.schema.ts';
import { LinkTemplatesInput, normaliseLinkTemplates } from './link-template.ts';

const { mode, defaultStickiness, featureLimit } = UpdateProject.properties;
const ProjectSettings = Type.Object({
  mode,
  defaultStickiness,
  featureLimit,
  featureNaming: Type.Optional(FeatureNamingInput),
  linkTemplates: Type.Optional(LinkTemplatesInput),
});
type ProjectSettings = Static<typeof ProjectSettings>;

export const updateProjectSettingsRoute = route(
  {
    method: 'put',
    path: '/api/admin/projects/:projectId/settings',
    summary: 'Update the mode, feature limit, naming pattern and link templates of a project',
    permission: 'UPDATE_PROJECT',
    scope: 'project of the path',
    params: projectParams,
    body: ProjectSettings,
    answers: { 200: empty },
    failures: ['NotFoundError', 'BadDataError'],
    events: [projectUpdated],
  },
  ({ params, body }, context) => updateProjectSettings(context, params.projectId, body),
);

/** Existing features are not checked against a new naming rule. */
function updateProjectSettings(context: Context, id: string, settings: ProjectSettings): Promise<void> {
  const featureNaming = settings.featureNaming && normaliseNaming(settings.featureNaming);
  const linkTemplates = settings.linkTemplates && normaliseLinkTemplates(settings.linkTemplates, context.settings);
  return updateProject(context, id, {
    mode: settings.mode,
    defaultStickiness: settings.defaultStickiness,
    featureLimit: settings.featureLimit,
    featureNaming,
    linkTemplates,
  });
}
