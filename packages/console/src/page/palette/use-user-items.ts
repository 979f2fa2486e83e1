import { useAddress } from '../../frame/page.ts';
import { calledOf, useLack } from '../../server/session.ts';
import { invite, openAddMembers } from './user-items.ts';
import { type PaletteItem, readInvitation } from './palette-item.ts';

interface FoundUser {
  readonly id: number;
  readonly name?: string | null | undefined;
  readonly username?: string | null | undefined;
  readonly email?: string | null | undefined;
}

const maxUsers = 3;

/** Items for a typed invitation, and for each of the users whom the text adds to the open project. */
export function useUserItems(typed: string, added: readonly FoundUser[]): readonly PaletteItem[] {
  const { project } = useAddress();
  const lack = useLack();
  const email = readInvitation(typed);
  const invitation: PaletteItem | null = email === null ? null : { ...invite(email), refused: lack('ADMIN') };
  const additions =
    project === null ? [] : added.slice(0, maxUsers).map((user) => addition(project, user, lack('UPDATE_PROJECT', { project })));
  return [...(invitation ? [invitation] : []), ...additions];
}

const addition = (project: string, user: FoundUser, refused: string | undefined): PaletteItem => ({
  key: `add ${user.id}`,
  kind: 'verb',
  title: `Add ${calledOf(user)} to ${project}`,
  refused,
  does: { act: () => openAddMembers(project, user.id) },
});
