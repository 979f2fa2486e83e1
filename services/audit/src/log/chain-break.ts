import { chainBreakTable } from '../tables/log.ts';

/** An entry of the log that fails verification. An operator investigates and resolves it. The row stays. */
export class FoundBreak extends chainBreakTable.entity.class {}
chainBreakTable.entity.setClass(FoundBreak);
