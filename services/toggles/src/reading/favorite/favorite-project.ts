import { projectFavorited } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { projectParams } from '../../project/project/project.schema.ts';
import { lockProject } from '../../project/project/project.ts';
import { FavoriteProject, findOwner } from './favorite.ts';

export const favoriteProjectRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/favorites',
    summary: 'Add a project to the caller’s favorites',
    permission: 'authenticated',
    params: projectParams,
    answers: { 200: empty },
    failures: ['InvalidOperationError', 'NotFoundError'],
    events: [projectFavorited],
  },
  ({ params }, context) => favoriteProject(context, params.projectId),
);

/** An existing favorite stays as it is. */
async function favoriteProject(context: Context, id: string): Promise<void> {
  const userId = findOwner(context.actor);
  const { id: project } = await lockProject(context, id);
  if (await context.em.findOne(FavoriteProject, { userId, project })) return;
  context.em.create(FavoriteProject, { userId, project, createdAt: context.now() });
  context.publish(projectFavorited, { data: { project } });
}
