import { Failure } from '@signalbox/contracts';
import type { OpenContext } from '@signalbox/kit';
import { KnownProject } from '../tables/known.ts';
import { isAdministrator } from '../request/change-request.ts';

type Reading = Pick<OpenContext, 'access' | 'actor' | 'em'>;

/**
 * Throws 403 unless the caller may propose changes in the project: in projects that are not open, only members may
 * (reference, identity side §1.1).
 */
export async function refuseOutsider(context: Reading, project: string): Promise<void> {
  const { em, access, actor } = context;
  if (isAdministrator(context) || access.rolesIn(actor, project).length > 0) return;
  const known = await em.findOne(KnownProject, { id: project });
  if ((known?.mode ?? 'open') === 'open') return;
  throw new Failure('NoAccessError', `Only members of project ${project} and administrators can propose changes there.`);
}
