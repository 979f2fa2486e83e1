import type { groupCreated, groupDeleted, groupUpdated, userCreated, userUpdated } from '@signalbox/contracts';
import type { Context, ReceivedEvent } from '@signalbox/kit';
import { KnownMember, KnownUser } from '../base/known-user.ts';

type UserEvent = ReceivedEvent<typeof userCreated | typeof userUpdated>;
type GroupEvent = ReceivedEvent<typeof groupCreated | typeof groupUpdated>;

const storeUser = async ({ em }: Context, { data: { id, name, username, email, rootRole } }: UserEvent): Promise<void> =>
  void (await em.upsert(KnownUser, { id, name, username, email, rootRole }));

const perStatement = 1000;

async function storeMembers({ em }: Context, { data: { id: groupId, users } }: GroupEvent): Promise<void> {
  await em.nativeDelete(KnownMember, { groupId });
  const members = [...new Set(users)].map((userId) => ({ groupId, userId }));
  for (let from = 0; from < members.length; from += perStatement)
    await em.insertMany(KnownMember, members.slice(from, from + perStatement));
}

/** Tracks users and group members, who may be able to approve. */
export const onUsers = {
  userCreated: storeUser,
  userUpdated: storeUser,
  groupCreated: storeMembers,
  groupUpdated: storeMembers,
  groupDeleted: async ({ em }: Context, { preData: { id } }: ReceivedEvent<typeof groupDeleted>): Promise<void> =>
    void (await em.nativeDelete(KnownMember, { groupId: id })),
};
