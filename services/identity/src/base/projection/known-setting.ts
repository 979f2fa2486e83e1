import { maintenanceMode } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { knownSettingTable } from '../../tables/projection.ts';

/** A setting of the instance that toggles owns and access depends on. */
export class KnownSetting extends knownSettingTable.entity.class {}
knownSettingTable.entity.setClass(KnownSetting);

/** Whether changes are refused until an administrator ends it. */
export const isMaintenance = async (em: EntityManager): Promise<boolean> =>
  (await em.count(KnownSetting, { id: maintenanceMode, enabled: true })) > 0;
