import { chainBreakTable } from '../tables/log.ts';

/** An entry of the log that fails verification. It stays until an operator has investigated and deletes it. */
export class FoundBreak extends chainBreakTable.entity.class {}
chainBreakTable.entity.setClass(FoundBreak);
