import { addonConfigUpdated, principalKey, type Principal } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { Addon } from './addon.ts';
import { addonFact } from './addon.schema.ts';

type Caller = Pick<Context, 'access' | 'actor'>;

/** The owner to store with an add-on: its last writer, or null for administrators, whose add-ons may send everything. */
export const ownerOf = ({ access, actor }: Caller): Principal | null => (access.allows(actor, ['ADMIN']) ? null : actor);

/** True if the add-on may send an event of the project: its owner must be able to see it. */
export const maySend = ({ access }: Pick<Caller, 'access'>, { owner }: Addon, project: string | null): boolean =>
  !owner || project === null || access.sees(owner, project);

/** Disables the add-ons of a deleted account, because nobody is responsible for them any more. */
export async function disableAddonsOf(context: Context, kind: 'user' | 'service-account', id: number): Promise<void> {
  const key = principalKey({ ...context.actor, kind, id });
  for (const addon of await context.em.find(Addon, { enabled: true }, { orderBy: { id: 'asc' } })) {
    if (!addon.owner || principalKey(addon.owner) !== key) continue;
    const preData = addonFact(addon);
    addon.enabled = false;
    context.publish(addonConfigUpdated, { data: addonFact(addon), preData });
  }
}
