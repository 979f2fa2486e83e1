import { Type } from 'typebox';
import { nullable } from '../shapes.ts';
import { defineEvent } from './define-event.ts';

const RoleWithPermissions = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  type: Type.Enum(['root', 'project', 'root-custom', 'custom']),
  description: nullable(Type.String()),
  permissions: Type.Array(Type.Object({ name: Type.String(), environment: Type.Optional(nullable(Type.String())) })),
});

export const roleCreated = defineEvent('identity', 'role-created', {
  when: 'a custom role is created',
  data: RoleWithPermissions,
});

export const roleUpdated = defineEvent('identity', 'role-updated', {
  when: 'the name, description or permissions of a custom role are updated',
  data: RoleWithPermissions,
  preData: RoleWithPermissions,
});

export const roleDeleted = defineEvent('identity', 'role-deleted', {
  when: 'an unassigned custom role is deleted',
  preData: RoleWithPermissions,
});
