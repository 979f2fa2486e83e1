import { upkeepTable } from '../tables/log.ts';
import type { EntityManager } from '@signalbox/kit';

/** Progress of the jobs that process the log; one row. */
export class Upkeep extends upkeepTable.entity.class {}
upkeepTable.entity.setClass(Upkeep);

export const readUpkeep = (em: EntityManager): Promise<Upkeep> => em.findOneOrFail(Upkeep, { id: 1 });
