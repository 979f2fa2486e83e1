import { projectUnfavorited } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { projectParams } from '../../project/project/project.schema.ts';
import { lockProject } from '../../project/project/project.ts';
import { FavoriteProject, findOwner } from './favorite.ts';

export const unfavoriteProjectRoute = route(
  {
    method: 'delete',
    path: '/api/admin/projects/:projectId/favorites',
    summary: 'Remove a project from the caller’s favorites',
    permission: 'authenticated',
    params: projectParams,
    answers: { 200: empty },
    failures: ['InvalidOperationError', 'NotFoundError'],
    events: [projectUnfavorited],
  },
  ({ params }, context) => unfavoriteProject(context, params.projectId),
);

async function unfavoriteProject(context: Context, id: string): Promise<void> {
  const userId = findOwner(context.actor);
  const { id: project } = await lockProject(context, id);
  const favorite = await context.em.findOne(FavoriteProject, { userId, project });
  if (!favorite) return;
  context.em.remove(favorite);
  context.publish(projectUnfavorited, { data: { project } });
}
