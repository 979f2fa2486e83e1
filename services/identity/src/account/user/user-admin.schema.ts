import { RowId } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import { RoleShape } from '../../access/role/role.schema.ts';
import { UserShape } from '../../user/user.schema.ts';

export const userParams = Type.Object({ id: RowId });

export const Name = Type.String({ maxLength: 255 });
export const Username = Type.String({ maxLength: 100, pattern: '^(?:\\S(?:.*\\S)?)?$' });
export const Email = Type.String({ maxLength: 255 });

/** The id or the name of a root role. */
export const RootRoleInput = Type.Unsafe<number | string>({
  ...RowId,
  type: ['integer', 'string'],
  maxLength: 255,
  description: 'The id or the name of a root role.',
});

/** A user in the list for administrators. `inviteLink` is set while an invitation is open, without its secret, which is shown only once. */
export const ListedUser = Type.Object({ ...UserShape.properties, inviteLink: Type.Optional(Type.String()) });

export const UsersShape = Type.Object({ users: Type.Array(ListedUser), rootRoles: Type.Array(RoleShape) });
export type UsersShape = Static<typeof UsersShape>;
