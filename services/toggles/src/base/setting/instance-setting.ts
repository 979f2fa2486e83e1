import { defineEntity, p } from '@mikro-orm/core';
import { JsonText } from '@signalbox/kit';

/** Each setting has its own part. */
export interface SettingContent {
  readonly enabled?: boolean;
  readonly frontendApiOrigins?: string[];
}

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
