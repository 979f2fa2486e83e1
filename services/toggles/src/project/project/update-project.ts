import { isDeepStrictEqual } from 'node:util';
import { projectUpdated } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { lockProject, type Project } from './project.ts';
import { serializeProject, projectParams, UpdateProject } from './project.schema.ts';
import type { FeatureNaming } from './feature-naming.schema.ts';
import type { LinkTemplate } from '../../tables/project.ts';

export const updateProjectRoute = route(
  {
    method: 'put',
    path: '/api/admin/projects/:projectId',
    summary: 'Update the name and the settings of a project',
    permission: 'UPDATE_PROJECT',
    scope: 'project of the path',
    params: projectParams,
    body: UpdateProject,
    answers: { 200: empty },
    failures: ['NotFoundError'],
    events: [projectUpdated],
  },
  ({ params, body }, context) => {
    const { name, description, mode, defaultStickiness, featureLimit } = body;
    return updateProject(context, params.projectId, { name, description, mode, defaultStickiness, featureLimit });
  },
);

/** Only these properties may change. Naming rules and templates must be normalized. */
export type ProjectChange = { readonly [K in keyof UpdateProject]?: UpdateProject[K] | undefined } & {
  readonly featureNaming?: FeatureNaming | undefined;
  readonly linkTemplates?: LinkTemplate[] | undefined;
};

/** Changes the given properties. Emits nothing if nothing changes. */
export async function updateProject(context: Context, id: string, change: ProjectChange): Promise<void> {
  const project = await lockProject(context, id);
  const before = serializeProject(project);
  apply(project, change);
  const after = serializeProject(project);
  if (isDeepStrictEqual(before, after)) return;
  project.updatedAt = context.now();
  context.publish(projectUpdated, { project: id, data: after, preData: before });
}

function apply(project: Project, change: ProjectChange): void {
  if (change.name !== undefined) project.name = change.name;
  if (change.description !== undefined) project.description = change.description;
  if (change.mode !== undefined) project.mode = change.mode;
  if (change.defaultStickiness !== undefined) project.defaultStickiness = change.defaultStickiness;
  if (change.featureLimit !== undefined) project.featureLimit = change.featureLimit;
  if (change.linkTemplates !== undefined) project.linkTemplates = change.linkTemplates;
  if (change.featureNaming === undefined) return;
  project.namingPattern = change.featureNaming.pattern;
  project.namingExample = change.featureNaming.example;
  project.namingDescription = change.featureNaming.description;
}
