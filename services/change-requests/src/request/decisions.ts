import { defineEntity, p } from '@mikro-orm/core';
import { Instant, JsonText } from '@signalbox/kit';

export const approvalEntity = defineEntity({
  name: 'Approval',
  tableName: 'approval',
  properties: {
    requestId: p.integer().fieldName('request_id').primary(),
    userId: p.integer().fieldName('user_id').primary(),
    userName: p.string().fieldName('user_name'),
    /** Of the content that was approved: of any other the approval says nothing. */
    contentHash: p.string().fieldName('content_hash'),
    /** What the user held in the project at that moment: an environment may count approvals of some alone. */
    roles: p.type(JsonText).$type<number[]>().fieldName('held_roles'),
    groups: p.type(JsonText).$type<number[]>().fieldName('held_groups'),
    createdAt: p.type(Instant).$type<Date>().fieldName('created_at'),
  },
});

/** That a user wants a content to take effect. */
export class Approval extends approvalEntity.class {}
approvalEntity.setClass(Approval);

export const rejectionEntity = defineEntity({
  name: 'Rejection',
  tableName: 'rejection',
  properties: {
    requestId: p.integer().fieldName('request_id').primary(),
    userId: p.integer().fieldName('user_id').primary(),
    userName: p.string().fieldName('user_name'),
    createdAt: p.type(Instant).$type<Date>().fieldName('created_at'),
  },
});

/** That a user wants a request not to take effect. One is enough. */
export class Rejection extends rejectionEntity.class {}
rejectionEntity.setClass(Rejection);
