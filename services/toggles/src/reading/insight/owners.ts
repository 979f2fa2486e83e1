import type { Access } from '@signalbox/kit';
import { Type, type Static } from 'typebox';

/** A user who owns a project, or the system if no user owns it. */
export const Owner = Type.Union([
  Type.Object({ ownerType: Type.Literal('user'), id: Type.Integer(), name: Type.String() }),
  Type.Object({ ownerType: Type.Literal('system') }),
]);
export type Owner = Static<typeof Owner>;

const unowned: Owner[] = [{ ownerType: 'system' }];

export function ownersOf(access: Pick<Access, 'owners'>, project: string): Owner[] {
  const users = access.owners(project).map((user) => ({ ownerType: 'user' as const, ...user }));
  return users.length === 0 ? unowned : users;
}
