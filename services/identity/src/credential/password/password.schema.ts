import { Type } from 'typebox';

/** Long enough that the password rules decide, and short enough that hashing stays inexpensive. */
export const PasswordText = Type.String({ maxLength: 1000 });

export const PasswordBody = Type.Object({ password: PasswordText });
