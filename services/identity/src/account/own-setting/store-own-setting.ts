import { Failure } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { UserSetting } from '../../tables/user.ts';
import { lockOwnUser } from '../own-user/own-user.ts';
import { OwnSetting, serializeSetting, settingParams } from './own-setting.schema.ts';

export const storeOwnSettingRoute = route(
  {
    method: 'put',
    path: '/api/admin/user/settings/:key',
    summary: 'Store a setting of the current user, as JSON',
    permission: 'authenticated',
    params: settingParams,
    body: Type.Object({ value: Type.Unknown({ description: 'At most 16 kB of JSON.' }) }),
    answers: { 200: OwnSetting },
    failures: ['AuthenticationRequired', 'BadDataError', 'NoAccessError', 'OperationDeniedError', 'ValidationError'],
    events: { none: 'because it concerns only the user' },
  },
  async ({ params, body }, context) => serializeSetting(await storeSetting(context, params.key, body.value)),
);

const maxBytes = 16_384;
const maxSettings = 50;

/** Serializes requests of one user, so that none exceeds the limit. */
async function storeSetting(context: Context, key: string, value: unknown): Promise<UserSetting> {
  const content = JSON.stringify(value);
  if (Buffer.byteLength(content) > maxBytes)
    throw new Failure('BadDataError', `value can have at most ${maxBytes} bytes. Store less under this key.`, { path: 'value' });
  const { id: userId } = await lockOwnUser(context);
  const known = await context.em.findOne(UserSetting, { userId, key });
  if (known) {
    known.content = content;
    known.updatedAt = context.now();
    return known;
  }
  if ((await context.em.count(UserSetting, { userId })) >= maxSettings)
    throw new Failure('OperationDeniedError', `You have ${maxSettings} settings, which is the maximum. Delete one first.`);
  return context.em.create(UserSetting, { userId, key, content, updatedAt: context.now() });
}
