import { sourceTable } from '../tables/source.ts';

/**
 * Who states events, the highest position that arrived from there, and the last. A source whose database was restored states
 * positions for a second time: it goes on below the highest.
 */
export class Source extends sourceTable.entity.class {}
sourceTable.entity.setClass(Source);
