import { type projectCreated, roleIds } from '@signalbox/contracts';
import type { Context, Stated } from '@signalbox/kit';
import { grantRole } from '../access/grant/role-grant.ts';
import { KnownProject } from '../base/projection/known-scope.ts';

/** Whoever creates a project owns it; what an API token creates has no owner yet. */
export async function onProjectCreated(context: Context, { data, createdByUserId }: Stated<typeof projectCreated>): Promise<void> {
  await context.em.upsert(KnownProject, { id: data.id, mode: data.mode, deleted: false });
  if (createdByUserId !== null) await grantRole(context, createdByUserId, roleIds.owner, data.id);
}
