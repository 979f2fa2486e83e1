import { Type } from 'typebox';

/** Long enough that the rules decide, and not so long that hashing it is work. */
export const PasswordText = Type.String({ maxLength: 1000 });

export const PasswordBody = Type.Object({ password: PasswordText });
