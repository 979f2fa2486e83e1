import type { Context } from '@signalbox/kit';
import { userSettingTable } from '../tables/user.ts';

/** What a user stores under a key, for a console or a script of theirs: nothing else reads it. */
export class UserSetting extends userSettingTable.entity.class {}
userSettingTable.entity.setClass(UserSetting);

/** Takes all of a user's away. */
export const forgetSettings = ({ em }: Context, userId: number): Promise<number> => em.nativeDelete(UserSetting, { userId });
