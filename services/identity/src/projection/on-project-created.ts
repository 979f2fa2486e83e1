import { type projectCreated, roleIds } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { announceAccess, grantRole } from '../access/role-grant.ts';
import type { Told } from './follow-toggles.ts';
import { KnownProject } from './known-place.ts';

/** Whoever creates a project owns it; what an API token creates has no owner yet. */
export async function onProjectCreated(context: Context, { data, createdByUserId }: Told<typeof projectCreated>): Promise<void> {
  await context.em.upsert(KnownProject, { id: data.id, mode: data.mode, deleted: false });
  announceAccess(context, []);
  if (createdByUserId !== null) await grantRole(context, createdByUserId, roleIds.owner, data.id);
}
