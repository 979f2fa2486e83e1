import { gapTable } from '../tables/source.ts';

/**
 * An unexpected position of a source. If `got` is above `expected`, the positions from `expected` to `got - 1` are missing.
 * If it is below, the event arrived late, or twice with different ids.
 */
export class Gap extends gapTable.entity.class {}
gapTable.entity.setClass(Gap);
