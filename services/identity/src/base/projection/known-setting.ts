import { defineEntity, p } from '@mikro-orm/core';
import { maintenanceMode } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';

export const knownSettingEntity = defineEntity({
  name: 'KnownSetting',
  tableName: 'known_setting',
  properties: { id: p.string().primary(), enabled: p.boolean() },
});

/** A setting of the instance that toggles owns and access depends on. */
export class KnownSetting extends knownSettingEntity.class {}
knownSettingEntity.setClass(KnownSetting);

/** Whether changes are refused until an administrator ends it. */
export const isMaintenance = async (em: EntityManager): Promise<boolean> =>
  (await em.count(KnownSetting, { id: maintenanceMode, enabled: true })) > 0;
