import { Type } from 'typebox';
import { nullable } from '../shapes.ts';
import { defineEvent, planEvent } from './define-event.ts';

const Group = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: nullable(Type.String()),
  mappingsSSO: Type.Array(Type.String()),
  rootRole: nullable(Type.Integer()),
  users: Type.Array(Type.Integer()),
});

const Membership = Type.Object({ groupId: Type.Integer(), userId: Type.Integer() });

export const groupCreated = defineEvent('identity', 'group-created', {
  when: 'a group of users is created',
  data: Group,
});

export const groupUpdated = defineEvent('identity', 'group-updated', {
  when: 'a group is changed, its members included',
  data: Group,
  preData: Group,
});

export const groupDeleted = defineEvent('identity', 'group-deleted', {
  when: 'a group is deleted together with the access that it gave',
  preData: Group,
});

export const groupUserAdded = planEvent('identity', 'group-user-added', {
  when: 'single sign-on puts a user into a group that is mapped to one of the identity provider',
  data: Membership,
});

export const groupUserRemoved = planEvent('identity', 'group-user-removed', {
  when: 'single sign-on takes a user out of a group that it had put the user into',
  preData: Membership,
});
