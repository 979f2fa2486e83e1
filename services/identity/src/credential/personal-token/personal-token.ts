import { defineEntity, p } from '@mikro-orm/core';
import { Instant } from '@signalbox/kit';
import { Type } from 'typebox';

export const personalTokenEntity = defineEntity({
  name: 'PersonalToken',
  tableName: 'personal_token',
  properties: {
    id: p.integer().primary().autoincrement(),
    /** Of the secret. */
    hash: p.string(),
    userId: p.integer().fieldName('user_id'),
    /** Each once for a user. */
    description: p.string(),
    expiresAt: p.type(Instant).$type<Date>().fieldName('expires_at'),
    createdAt: p.type(Instant).$type<Date>().fieldName('created_at'),
    seenAt: p.type(Instant).$type<Date>().fieldName('seen_at').nullable(),
  },
});

/** What acts as its owner, a user or a service account, with the rights that the owner has at that moment. It ends with its owner. */
export class PersonalToken extends personalTokenEntity.class {}
personalTokenEntity.setClass(PersonalToken);

/** What paths name a token of the owner by. */
export const personalTokenId = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });

/** A token that was made just now, with its secret, which is shown once and stored nowhere. */
export interface IssuedToken {
  readonly token: PersonalToken;
  readonly secret: string;
}
