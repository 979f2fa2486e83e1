import { EnvironmentName } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import type { Environment } from './environment.ts';

export const environmentParams = Type.Object({ environment: Type.String() });

const EnvironmentType = Type.String({ minLength: 1, maxLength: 50 });
/** Limited by the column. */
export const SortOrder = Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 });

export const CreateEnvironment = Type.Object({
  name: EnvironmentName,
  type: EnvironmentType,
  enabled: Type.Optional(Type.Boolean()),
  sortOrder: Type.Optional(SortOrder),
});
export type CreateEnvironment = Static<typeof CreateEnvironment>;

export const UpdateEnvironment = Type.Object({ type: Type.Optional(EnvironmentType), sortOrder: Type.Optional(SortOrder) });
export type UpdateEnvironment = Static<typeof UpdateEnvironment>;

/** The environment in responses and events. */
export function serializeEnvironment({ name, type, enabled, protected: isProtected, sortOrder }: Environment) {
  return { name, type, enabled, protected: isProtected, sortOrder };
}
