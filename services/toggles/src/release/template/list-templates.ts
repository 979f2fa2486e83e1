import { ReleaseTemplateShape } from '@signalbox/contracts';
import { type EntityManager, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { findProject } from '../../project/project/project.ts';
import { projectParams } from '../../project/project/project.schema.ts';
import { ReleaseTemplate } from './template.ts';
import { serializeTemplate } from './template.schema.ts';

const listing = { method: 'get', permission: 'authenticated', answers: { 200: Type.Array(ReleaseTemplateShape) } } as const;

export const listTemplatesRoute = route(
  {
    ...listing,
    path: '/api/admin/release-plan-templates',
    summary: 'List the release templates of all projects, by name',
    failures: [],
  },
  (_input, { em }) => templatesIn(em, ['']),
);

export const listProjectTemplatesRoute = route(
  {
    ...listing,
    path: '/api/admin/projects/:projectId/release-templates',
    summary: 'List the release templates that the project can use, by name; those of all projects have no project',
    params: projectParams,
    failures: ['NotFoundError'],
  },
  async ({ params: { projectId } }, context) => {
    await findProject(context, projectId);
    return templatesIn(context.em, ['', projectId]);
  },
);

async function templatesIn(em: EntityManager, projects: string[]): Promise<ReleaseTemplateShape[]> {
  const where = { project: { $in: projects }, archivedAt: null };
  return (await em.find(ReleaseTemplate, where, { orderBy: { name: 'asc', id: 'asc' } })).map(serializeTemplate);
}
