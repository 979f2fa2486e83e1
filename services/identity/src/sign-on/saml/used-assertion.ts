import { defineEntity, p } from '@mikro-orm/core';
import { Instant, JsonText } from '@signalbox/kit';
import type { SignOn } from '../../credential/session/session.ts';

export const usedAssertionEntity = defineEntity({
  name: 'UsedAssertion',
  tableName: 'used_assertion',
  properties: {
    /** Of the provider and the id that it gave. */
    hash: p.string().primary(),
    /** Of the code that opens the session; null once it has. */
    codeHash: p.string().fieldName('code_hash').nullable(),
    /** Of the id of the request that it answers. */
    requestHash: p.string().fieldName('request_hash'),
    userId: p.integer().fieldName('user_id'),
    signOn: p.type(JsonText).$type<SignOn>().fieldName('sign_on'),
    createdAt: p.type(Instant).$type<Date>().fieldName('created_at'),
    expiresAt: p.type(Instant).$type<Date>().fieldName('expires_at'),
  },
});

/** An assertion that was accepted, once, for as long as it could be sent again. */
export class UsedAssertion extends usedAssertionEntity.class {}
usedAssertionEntity.setClass(UsedAssertion);
