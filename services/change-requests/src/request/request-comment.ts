import { defineEntity, p } from '@mikro-orm/core';
import { Instant } from '@signalbox/kit';

export const requestCommentEntity = defineEntity({
  name: 'RequestComment',
  tableName: 'request_comment',
  properties: {
    requestId: p.integer().fieldName('request_id').primary(),
    /** Counts from 1 in each request. */
    id: p.integer().primary(),
    text: p.text(),
    createdByUserId: p.integer().fieldName('created_by_user_id').nullable(),
    createdBy: p.string().fieldName('created_by'),
    createdAt: p.type(Instant).$type<Date>().fieldName('created_at'),
  },
});

export class RequestComment extends requestCommentEntity.class {}
requestCommentEntity.setClass(RequestComment);
