import { usedAssertionTable } from '../../tables/session.ts';

/** An accepted assertion, stored as long as a replay is possible. */
export class UsedAssertion extends usedAssertionTable.entity.class {}
usedAssertionTable.entity.setClass(UsedAssertion);
