import { Type } from 'typebox';

/** A permission, and the environment it applies to. */
export const PermissionShape = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  displayName: Type.String(),
  type: Type.String(),
  environment: Type.Optional(Type.String()),
});
