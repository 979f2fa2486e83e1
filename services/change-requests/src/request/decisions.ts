import { approvalTable, rejectionTable } from '../tables/decision.ts';

/** That a user wants a content to take effect. */
export class Approval extends approvalTable.entity.class {}
approvalTable.entity.setClass(Approval);

/** That a user wants a request not to take effect. One is enough. */
export class Rejection extends rejectionTable.entity.class {}
rejectionTable.entity.setClass(Rejection);
