import { Type } from 'typebox';
import { nullable } from '../shapes.ts';
import { defineEvent } from './define-event.ts';

const Group = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: nullable(Type.String()),
  mappingsSSO: Type.Array(Type.String()),
  rootRole: nullable(Type.Integer()),
  users: Type.Array(Type.Integer()),
});

export const groupCreated = defineEvent('identity', 'group-created', {
  when: 'a group of users is created',
  data: Group,
});

export const groupUpdated = defineEvent('identity', 'group-updated', {
  when: 'a group or its members are updated',
  data: Group,
  preData: Group,
});

export const groupDeleted = defineEvent('identity', 'group-deleted', {
  when: 'a group is deleted with the access it granted',
  preData: Group,
});
