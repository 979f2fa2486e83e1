import { defineEntity, p } from '@mikro-orm/core';
import { JsonText } from '@signalbox/kit';
import type { Maintenance } from './maintenance.schema.ts';
import type { Origins } from './origins.schema.ts';

/** Each setting has its own part, as its route shows it. */
export type SettingContent = Partial<Maintenance & Origins>;

export const instanceSettingEntity = defineEntity({
  name: 'InstanceSetting',
  tableName: 'setting',
  properties: {
    id: p.string().primary(),
    content: p.type(JsonText).$type<SettingContent>().nullable(),
  },
});

/** What administrators set for the whole instance; without content until they do so for the first time. */
export class InstanceSetting extends instanceSettingEntity.class {}
instanceSettingEntity.setClass(InstanceSetting);
