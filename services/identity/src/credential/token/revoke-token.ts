import { apiTokenDeleted } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { publishEnd, type ApiToken, eventKeys } from './api-token.ts';
import { tokenFact } from './api-token.schema.ts';
import { revokedTokenTable } from '../../tables/token.ts';

/** A revoked secret, recorded so that neither INIT_* settings that still contain it nor a repeated import restore it. */
export class RevokedToken extends revokedTokenTable.entity.class {}
revokedTokenTable.entity.setClass(RevokedToken);

export function noteRevoked({ em, now }: Context, tokens: readonly Pick<ApiToken, 'hash'>[]): void {
  for (const { hash } of tokens) em.create(RevokedToken, { hash, revokedAt: now() });
}

/** Revokes a token permanently, immediately everywhere. */
export function revokeToken(context: Context, token: ApiToken): void {
  context.em.remove(token);
  noteRevoked(context, [token]);
  publishEnd(context, token);
  context.publish(apiTokenDeleted, { ...eventKeys(token), preData: tokenFact(token) });
}
