import { usedAssertionTable } from '../../tables/session.ts';

/** An assertion that was accepted, once, for as long as it could be sent again. */
export class UsedAssertion extends usedAssertionTable.entity.class {}
usedAssertionTable.entity.setClass(UsedAssertion);
