import { Type, type Static } from 'typebox';

/** How users may log in: `options` beside the password, each at the path where it begins, and whether consoles are to hide the password. */
export const LogInWays = Type.Object({
  options: Type.Array(Type.Object({ type: Type.String(), message: Type.String(), path: Type.String() })),
  passwordHidden: Type.Boolean(),
});
export type LogInWays = Static<typeof LogInWays>;
