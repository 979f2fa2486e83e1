import { maintenanceMode } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { knownSettingTable } from '../tables/projection.ts';

/** An instance setting of toggles that access depends on. */
export class KnownSetting extends knownSettingTable.entity.class {}
knownSettingTable.entity.setClass(KnownSetting);

/** Returns whether maintenance mode refuses changes. */
export const isMaintenance = async (em: EntityManager): Promise<boolean> =>
  (await em.count(KnownSetting, { id: maintenanceMode, enabled: true })) > 0;
