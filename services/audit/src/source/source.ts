import { sourceTable } from '../tables/source.ts';

/**
 * A service that emits events, with its highest and last position. A source whose database was restored repeats positions,
 * so its last one may be below the highest.
 */
export class Source extends sourceTable.entity.class {}
sourceTable.entity.setClass(Source);
