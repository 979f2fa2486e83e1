import { Failure } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { Type } from 'typebox';
import { KnownProject } from '../../tables/projection.ts';

export const projectTokensPath = '/api/admin/projects/:projectId/api-tokens';
export const projectTokensParams = Type.Object({ projectId: Type.String({ maxLength: 100 }) });
export const projectTokenParams = Type.Object({ ...projectTokensParams.properties, token: Type.String() });

/** Throws 404 if the project does not exist. */
export async function refuseUnknownProject(em: EntityManager, id: string): Promise<void> {
  const project = await em.findOne(KnownProject, { id, deleted: false });
  if (project?.id !== id) throw new Failure('NotFoundError', `There is no project ${id}.`);
}
