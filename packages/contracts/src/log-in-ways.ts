import { Type, type Static } from 'typebox';

/**
 * Ways to log in: `options` in addition to the password, each with the path where it begins. `passwordHidden` makes consoles hide the
 * password.
 */
export const LogInWays = Type.Object({
  options: Type.Array(Type.Object({ type: Type.String(), message: Type.String(), path: Type.String() })),
  passwordHidden: Type.Boolean(),
});
export type LogInWays = Static<typeof LogInWays>;
