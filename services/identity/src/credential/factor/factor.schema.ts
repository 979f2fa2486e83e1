import { Type } from 'typebox';
import { UserShape } from '../../user/user.schema.ts';

/** What the first step of a log-in has answered. */
export const PendingLogInToken = Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }) });

/** Recovery codes are empty where the user has some already: they are shown once. */
export const RecoveryCodesShape = Type.Object({ recoveryCodes: Type.Array(Type.String()) });

/** Somebody who has enrolled a first second factor, and logged in by it. */
export const EnrolledUser = Type.Object({ user: UserShape, ...RecoveryCodesShape.properties });
