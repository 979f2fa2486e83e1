import type { groupCreated, groupDeleted, groupUpdated, userCreated, userUpdated } from '@signalbox/contracts';
import type { Context, ReceivedEvent } from '@signalbox/kit';
import { KnownMember, KnownUser } from '../base/known-user.ts';

type Entered = ReceivedEvent<typeof userCreated | typeof userUpdated>;
type Gathered = ReceivedEvent<typeof groupCreated | typeof groupUpdated>;

const noteUser = async ({ em }: Context, { data: { id, name, username, email, rootRole } }: Entered): Promise<void> =>
  void (await em.upsert(KnownUser, { id, name, username, email, rootRole }));

const perStatement = 1000;

async function noteMembers({ em }: Context, { data: { id: groupId, users } }: Gathered): Promise<void> {
  await em.nativeDelete(KnownMember, { groupId });
  const members = [...new Set(users)].map((userId) => ({ groupId, userId }));
  for (let from = 0; from < members.length; from += perStatement)
    await em.insertMany(KnownMember, members.slice(from, from + perStatement));
}

/** Who there is, and who belongs to which group: that says who may approve, beside what the roles allow. */
export const onUsers = {
  userCreated: noteUser,
  userUpdated: noteUser,
  groupCreated: noteMembers,
  groupUpdated: noteMembers,
  groupDeleted: async ({ em }: Context, { preData: { id } }: ReceivedEvent<typeof groupDeleted>): Promise<void> =>
    void (await em.nativeDelete(KnownMember, { groupId: id })),
};
