import { apiTokenDeleted } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { publishEnd, type ApiToken, eventKeys } from './api-token.ts';
import { tokenFact } from './api-token.schema.ts';
import { revokedTokenTable } from '../../tables/token.ts';

/** A secret that counts no longer, so that a start whose settings still name it does not bring it back. */
export class RevokedToken extends revokedTokenTable.entity.class {}
revokedTokenTable.entity.setClass(RevokedToken);

/** Revokes a token, everywhere at once and for good. */
export function revokeToken(context: Context, token: ApiToken): void {
  context.em.remove(token);
  context.em.create(RevokedToken, { hash: token.hash, revokedAt: context.now() });
  publishEnd(context, token);
  context.publish(apiTokenDeleted, { ...eventKeys(token), preData: tokenFact(token) });
}
