import { module } from '@signalbox/kit';
import { provisionedUserEntity } from './provisioned-user.ts';
import { userEntity } from './user.ts';
import { userSettingEntity } from './user-setting.ts';

/** Who there is: users as rows, and how others see them. */
export const user = module({ entities: [provisionedUserEntity, userEntity, userSettingEntity] });
