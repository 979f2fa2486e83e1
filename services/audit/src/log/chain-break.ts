import { chainBreakTable } from '../tables/log.ts';

/** A place where the log is not what was written. It stays until an operator has understood it and deletes it. */
export class FoundBreak extends chainBreakTable.entity.class {}
chainBreakTable.entity.setClass(FoundBreak);
