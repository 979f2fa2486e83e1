import type { Context } from '@signalbox/kit';
import { userSettingTable } from '../tables/user.ts';

/** A value that a user stores under a key, for a console or script; the server never reads it. */
export class UserSetting extends userSettingTable.entity.class {}
userSettingTable.entity.setClass(UserSetting);

export const forgetSettings = ({ em }: Context, userId: number): Promise<number> => em.nativeDelete(UserSetting, { userId });
