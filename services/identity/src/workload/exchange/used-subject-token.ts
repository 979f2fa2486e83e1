import { defineEntity, p } from '@mikro-orm/core';
import { Instant } from '@signalbox/kit';

export const usedSubjectTokenEntity = defineEntity({
  name: 'UsedSubjectToken',
  tableName: 'used_subject_token',
  properties: {
    /** Of the issuer and the id that it gave. */
    hash: p.string().primary(),
    expiresAt: p.type(Instant).$type<Date>().fieldName('expires_at'),
  },
});

/** A token of an issuer that was exchanged, once, for as long as it could be sent again. */
export class UsedSubjectToken extends usedSubjectTokenEntity.class {}
usedSubjectTokenEntity.setClass(UsedSubjectToken);
