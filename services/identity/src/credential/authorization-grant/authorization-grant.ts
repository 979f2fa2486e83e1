import type { Context } from '@signalbox/kit';
import { authorizationGrantTable } from '../../tables/authorization-grant.ts';

/**
 * A login of the command line between its start and its token: an authorization code that a person has approved (RFC 6749 §4.1), or a device
 * that waits for approval (RFC 8628).
 */
export class AuthorizationGrant extends authorizationGrantTable.entity.class {}
authorizationGrantTable.entity.setClass(AuthorizationGrant);

/** Ends all logins of the command line that the user has approved and that have no token yet. */
export const endGrants = ({ em }: Context, userId: number): Promise<number> => em.nativeDelete(AuthorizationGrant, { userId });
