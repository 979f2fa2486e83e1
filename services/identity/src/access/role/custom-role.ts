import type { Role } from '@signalbox/contracts';
import { customRoleTable } from '../../tables/access.ts';

/** A role that administrators created, for the entire instance (`root-custom`) or for projects (`custom`). */
export class CustomRole extends customRoleTable.entity.class {}
customRoleTable.entity.setClass(CustomRole);

/** The row as other modules see roles. */
export const roleOf = ({ id, type, name, description, rights }: CustomRole): Role => ({ id, type, name, description, rights });
