import { gapTable } from '../tables/source.ts';

/**
 * A position that was not the next one of its source. `got` above `expected`: the positions from `expected` to
 * `got - 1` are missing. Below: the position came late, or twice with different ids.
 */
export class Gap extends gapTable.entity.class {}
gapTable.entity.setClass(Gap);
