import { addonConfigUpdated, principalKey, type Principal } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { Addon } from './addon.ts';
import { addonFact } from './addon.schema.ts';

type Who = Pick<Context, 'access' | 'actor'>;

/** The principal to store with an add-on that it writes; null for administrators, whose add-ons may send everything. */
export const ownerOf = ({ access, actor }: Who): Principal | null => (access.allows(actor, ['ADMIN']) ? null : actor);

/** Whether the add-on may send an event of the project: only while its owner can see it. */
export const maySend = ({ access }: Pick<Who, 'access'>, { owner }: Addon, project: string | null): boolean =>
  !owner || project === null || access.sees(owner, project);

/** Disables the add-ons of a deleted account: nobody answers for what they send. */
export async function disableAddonsOf(context: Context, kind: 'user' | 'service-account', id: number): Promise<void> {
  const key = principalKey({ ...context.actor, kind, id });
  for (const addon of await context.em.find(Addon, { enabled: true }, { orderBy: { id: 'asc' } })) {
    if (!addon.owner || principalKey(addon.owner) !== key) continue;
    const preData = addonFact(addon);
    addon.enabled = false;
    context.publish(addonConfigUpdated, { data: addonFact(addon), preData });
  }
}
