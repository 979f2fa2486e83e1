import type { Right } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import { claimRevision } from '../../base/revision.ts';
import { CustomRole } from '../../tables/access.ts';
import { rewriteRole } from './update-role.ts';

/** Removes a deleted environment's permissions from custom roles, because another environment may get the same name. */
export const removeEnvironmentFromRoles = (context: Context, environment: string): Promise<void> =>
  rewriteRoles(context, (rights) => rights.filter((right) => right.environment !== environment));

/** Copies the permissions that custom roles give in one environment to another. */
export const copyRights = (context: Context, { from, to }: { from: string; to: string }): Promise<void> =>
  rewriteRoles(context, (rights) => {
    const copied = rights.filter(({ environment }) => environment === from).map((right) => ({ ...right, environment: to }));
    return [...new Map([...rights, ...copied].map((right) => [compositeKey(right.permission, right.environment), right])).values()];
  });

async function rewriteRoles(context: Context, change: (rights: Right[]) => Right[]): Promise<void> {
  await claimRevision(context.em);
  for (const role of await context.em.findAll(CustomRole)) await rewriteRole(context, role, { rights: change(role.rights) });
}
