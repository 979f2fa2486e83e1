import { Type } from 'typebox';
import { UserShape } from '../../user/user.schema.ts';

/** Token from the first step of a login. */
export const PendingLogInToken = Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }) });

/** Recovery codes, shown once; empty if the user already has some. */
export const RecoveryCodesShape = Type.Object({ recoveryCodes: Type.Array(Type.String()) });

/** A user who has enrolled a first second factor and is logged in with it. */
export const EnrolledUser = Type.Object({ user: UserShape, ...RecoveryCodesShape.properties });
