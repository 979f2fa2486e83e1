import { defineEntity, p } from '@mikro-orm/core';
import { type Context, Instant } from '@signalbox/kit';

export const userSettingEntity = defineEntity({
  name: 'UserSetting',
  tableName: 'user_setting',
  properties: {
    userId: p.integer().fieldName('user_id').primary(),
    key: p.string().fieldName('setting_key').primary(),
    /** JSON, which may be a text alone. */
    content: p.text(),
    updatedAt: p.type(Instant).$type<Date>().fieldName('updated_at'),
  },
});

/** What a user stores under a key, for a console or a script of theirs: nothing else reads it. */
export class UserSetting extends userSettingEntity.class {}
userSettingEntity.setClass(UserSetting);

/** Takes all of a user's away. */
export const forgetSettings = ({ em }: Context, userId: number): Promise<number> => em.nativeDelete(UserSetting, { userId });
