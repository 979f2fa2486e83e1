import { type projectCreated, roleIds } from '@signalbox/contracts';
import type { Context, ReceivedEvent } from '@signalbox/kit';
import { grantRole } from '../access/grant/role-grant.ts';
import { KnownProject } from '../tables/projection.ts';

/** The creator of a project becomes its owner; projects created by an API token have no owner yet. */
export async function onProjectCreated(context: Context, { data, createdByUserId }: ReceivedEvent<typeof projectCreated>): Promise<void> {
  await context.em.upsert(KnownProject, { id: data.id, mode: data.mode, deleted: false });
  if (createdByUserId !== null) await grantRole(context, createdByUserId, roleIds.owner, data.id);
}
