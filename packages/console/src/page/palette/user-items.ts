import type { PaletteItem } from './palette-item.ts';

/** Opens the form that adds members to a project, if given with a user and with the roles that have this word in their name. */
export const openAddMembers = (project: string, user?: number, role?: string): void =>
  void import('../project-settings/add-members.ts').then(({ addMembers }) => addMembers(project, user, role));

/** A command that opens the form to invite a user, with an address if given. */
export const invite = (email = ''): PaletteItem => ({
  key: `invite ${email}`,
  kind: 'verb',
  title: email === '' ? 'Invite user' : `Invite ${email}`,
  also: 'add user people members',
  does: { act: () => void import('../settings/users/invite-user.ts').then(({ inviteUser }) => inviteUser(email)) },
});
