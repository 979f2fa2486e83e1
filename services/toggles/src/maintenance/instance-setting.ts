import { defineEntity, p } from '@mikro-orm/core';
import { JsonText } from '@signalbox/kit';

export const instanceSettingEntity = defineEntity({
  name: 'InstanceSetting',
  tableName: 'setting',
  properties: {
    id: p.string().primary(),
    content: p.type(JsonText).$type<{ enabled: boolean }>().nullable(),
  },
});

/** What administrators set for the whole instance; without content until they do so for the first time. */
export class InstanceSetting extends instanceSettingEntity.class {}
instanceSettingEntity.setClass(InstanceSetting);
