import { LockMode } from '@mikro-orm/core';
import {
  addonConfigUpdated,
  type EventBody,
  groupCreated,
  groupDeleted,
  groupUpdated,
  serviceAccountDeleted,
  serviceAccountUpdated,
  userDeleted,
  userUpdated,
} from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { Addon } from './addon.ts';
import { addonFact } from './addon.schema.ts';

interface Account {
  readonly id: number;
  readonly rootRole: number | null;
}

interface Group {
  readonly id: number;
  readonly users: readonly number[];
}

type Reaction = (context: Context, event: EventBody) => Promise<void>;

const updateAccount: Reaction = (context, { data }) => changeRootRole(context, data as Account);
const deleteAccount: Reaction = (context, { preData }) => disableAddonsOf(context, preData as Account);
const updateGroup: Reaction = (context, { data }) => changeMembers(context, data as Group);
const deleteGroup: Reaction = (context, { preData }) => changeMembers(context, { ...(preData as Group), users: [] });

const reactions = new Map<string, Reaction>([
  [userUpdated.type, updateAccount],
  [userDeleted.type, deleteAccount],
  [serviceAccountUpdated.type, updateAccount],
  [serviceAccountDeleted.type, deleteAccount],
  [groupCreated.type, updateGroup],
  [groupUpdated.type, updateGroup],
  [groupDeleted.type, deleteGroup],
]);

/** True if events of the type may change owners of add-ons. */
export const concernsOwners = (type: string): boolean => reactions.has(type);

/** Applies the event to the owners of add-ons, so that add-ons have the rights that their owners have now. */
export async function followOwners(context: Context, event: EventBody): Promise<void> {
  await reactions.get(event.type)?.(context, event);
}

async function changeRootRole(context: Context, { id, rootRole }: Account): Promise<void> {
  for (const { addon, owner } of await ownedAddons(context)) if (owner.id === id) addon.owner = { ...owner, rootRole };
  await context.em.flush();
}

async function changeMembers(context: Context, { id, users }: Group): Promise<void> {
  for (const { addon, owner } of await ownedAddons(context)) {
    const others = owner.groups.filter((group) => group !== id);
    const isMember = owner.id !== null && users.includes(owner.id);
    addon.owner = { ...owner, groups: isMember ? [...others, id] : others };
  }
  await context.em.flush();
}

/** Disables the add-ons of a deleted account, because nobody is responsible for them any more. */
async function disableAddonsOf(context: Context, { id }: Account): Promise<void> {
  for (const { addon, owner } of await ownedAddons(context)) {
    if (!addon.enabled || owner.id !== id) continue;
    const preData = addonFact(addon);
    addon.enabled = false;
    context.publish(addonConfigUpdated, { data: addonFact(addon), preData });
  }
  await context.em.flush();
}

/** The add-ons with an owner, locked, so that no other owner is overwritten. */
async function ownedAddons({ em }: Context) {
  const addons = await em.find(Addon, {}, { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  return addons.flatMap((addon) => (addon.owner ? [{ addon, owner: addon.owner }] : []));
}
