import { defineEntity, p } from '@mikro-orm/core';
import type { Right, Role } from '@signalbox/contracts';
import { JsonText } from '@signalbox/kit';

export const customRoleEntity = defineEntity({
  name: 'CustomRole',
  tableName: 'custom_role',
  properties: {
    id: p.integer().primary().autoincrement(),
    type: p.string().$type<'root-custom' | 'custom'>(),
    name: p.string(),
    description: p.string(),
    rights: p.type(JsonText).$type<Right[]>(),
  },
});

/** A role that administrators made: for the whole instance (`root-custom`) or for projects (`custom`). */
export class CustomRole extends customRoleEntity.class {}
customRoleEntity.setClass(CustomRole);

/** The row as others see roles. */
export const roleOf = ({ id, type, name, description, rights }: CustomRole): Role => ({ id, type, name, description, rights });
