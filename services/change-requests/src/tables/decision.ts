import { fixedText, instant, integer, shortJson, table, text } from '@signalbox/table';

export const approvalTable = table('approval', 'Approval', {
  requestId: integer().key(),
  userId: integer().key(),
  userName: text(255),
  /** Hash of the approved content: the approval is void for any other. */
  contentHash: fixedText(64),
  /** Roles and groups of the user at that time: an environment may only count approvals of some. */
  roles: shortJson<number[]>().called('held_roles'),
  groups: shortJson<number[]>().called('held_groups'),
  createdAt: instant(),
});

/** A user's approval of one content. */
export class Approval extends approvalTable.entity.class {}
approvalTable.entity.setClass(Approval);

export const rejectionTable = table('rejection', 'Rejection', {
  requestId: integer().key(),
  userId: integer().key(),
  userName: text(255),
  createdAt: instant(),
});

/** A user's rejection of a request. One is enough to reject it. */
export class Rejection extends rejectionTable.entity.class {}
rejectionTable.entity.setClass(Rejection);

export const requestedApproverTable = table('requested_approver', 'RequestedApprover', {
  requestId: integer().key(),
  userId: integer().key(),
});
