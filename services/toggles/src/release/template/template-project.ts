import { Failure } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { shareProject } from '../../project/project/project.ts';

/** Throws 404 for an unknown project. Locks it for share, so that it cannot be deleted without its templates. */
export async function lockProjectForTemplates(context: Context, projectId: string | null): Promise<void> {
  if (projectId === null || (await shareProject(context, projectId))) return;
  throw new Failure('NotFoundError', `There is no project ${projectId}.`);
}
