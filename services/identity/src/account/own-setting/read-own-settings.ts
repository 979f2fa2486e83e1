import { DateTime, Failure } from '@signalbox/contracts';
import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { UserSetting } from '../../tables/user.ts';
import { findOwnUser } from '../own-user/own-user.ts';
import { OwnSetting, serializeSetting, settingParams } from './own-setting.schema.ts';

const path = '/api/admin/user/settings';

export const listOwnSettingsRoute = route(
  {
    method: 'get',
    path,
    summary: 'List the keys of the current user’s stored settings',
    permission: 'authenticated',
    answers: { 200: Type.Object({ settings: Type.Array(Type.Object({ key: Type.String(), updatedAt: DateTime })) }) },
    failures: ['AuthenticationRequired', 'NoAccessError'],
  },
  async (_input, context) => {
    const { id: userId } = await findOwnUser(context);
    const settings = await context.em.find(UserSetting, { userId }, { fields: ['key', 'updatedAt'], orderBy: { key: 'asc' } });
    return { settings: settings.map(({ key, updatedAt }) => ({ key, updatedAt: updatedAt.toISOString() })) };
  },
);

export const getOwnSettingRoute = route(
  {
    method: 'get',
    path: `${path}/:key`,
    summary: 'Get a stored setting of the current user',
    permission: 'authenticated',
    params: settingParams,
    answers: { 200: OwnSetting },
    failures: ['AuthenticationRequired', 'NoAccessError', 'NotFoundError', 'ValidationError'],
  },
  async ({ params: { key } }, context) => {
    const { id: userId } = await findOwnUser(context);
    const setting = await context.em.findOne(UserSetting, { userId, key });
    if (!setting) throw new Failure('NotFoundError', `You have no setting ${key}.`);
    return serializeSetting(setting);
  },
);
