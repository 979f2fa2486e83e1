import { approvalTable, rejectionTable } from '../tables/decision.ts';

/** A user's approval of one content. */
export class Approval extends approvalTable.entity.class {}
approvalTable.entity.setClass(Approval);

/** A user's rejection of a request. One is enough to reject it. */
export class Rejection extends rejectionTable.entity.class {}
rejectionTable.entity.setClass(Rejection);
