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

export const rejectionTable = table('rejection', 'Rejection', {
  requestId: integer().key(),
  userId: integer().key(),
  userName: text(255),
  createdAt: instant(),
});

export const requestedApproverTable = table('requested_approver', 'RequestedApprover', {
  requestId: integer().key(),
  userId: integer().key(),
});
