import { defineEntity, p } from '@mikro-orm/core';
import { apiTokenDeleted } from '@signalbox/contracts';
import { type Context, Instant } from '@signalbox/kit';
import { publishEnd, type ApiToken, eventKeys } from './api-token.ts';
import { tokenFact } from './api-token.schema.ts';

export const revokedTokenEntity = defineEntity({
  name: 'RevokedToken',
  tableName: 'revoked_token',
  properties: { hash: p.string().primary(), revokedAt: p.type(Instant).$type<Date>().fieldName('revoked_at') },
});

/** A secret that counts no longer, so that a start whose settings still name it does not bring it back. */
export class RevokedToken extends revokedTokenEntity.class {}
revokedTokenEntity.setClass(RevokedToken);

/** Revokes a token, everywhere at once and for good. */
export function revokeToken(context: Context, token: ApiToken): void {
  context.em.remove(token);
  context.em.create(RevokedToken, { hash: token.hash, revokedAt: context.now() });
  publishEnd(context, token);
  context.publish(apiTokenDeleted, { ...eventKeys(token), preData: tokenFact(token) });
}
