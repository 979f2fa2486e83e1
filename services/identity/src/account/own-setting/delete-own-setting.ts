import { Failure } from '@signalbox/contracts';
import { empty, route } from '@signalbox/kit';
import { UserSetting } from '../../tables/user.ts';
import { findOwnUser } from '../own-user/own-user.ts';
import { settingParams } from './own-setting.schema.ts';

export const deleteOwnSettingRoute = route(
  {
    method: 'delete',
    path: '/api/admin/user/settings/:key',
    summary: 'Delete a stored setting of the current user',
    permission: 'authenticated',
    params: settingParams,
    answers: { 200: empty },
    failures: ['AuthenticationRequired', 'NoAccessError', 'NotFoundError', 'ValidationError'],
    events: { none: 'because it concerns only the user' },
  },
  async ({ params: { key } }, context) => {
    const { id: userId } = await findOwnUser(context);
    if ((await context.em.nativeDelete(UserSetting, { userId, key })) === 0)
      throw new Failure('NotFoundError', `You have no setting ${key}.`);
  },
);
