import { apiTokenDeleted } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { publishEnd, type ApiToken, eventKeys } from './api-token.ts';
import { tokenFact } from './api-token.schema.ts';
import { revokedTokenTable } from '../../tables/token.ts';

/** A revoked secret, recorded so that INIT_* settings that still contain it do not restore it. */
export class RevokedToken extends revokedTokenTable.entity.class {}
revokedTokenTable.entity.setClass(RevokedToken);

/** Revokes a token permanently, immediately everywhere. */
export function revokeToken(context: Context, token: ApiToken): void {
  context.em.remove(token);
  context.em.create(RevokedToken, { hash: token.hash, revokedAt: context.now() });
  publishEnd(context, token);
  context.publish(apiTokenDeleted, { ...eventKeys(token), preData: tokenFact(token) });
}
