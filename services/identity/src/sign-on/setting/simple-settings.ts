import { Failure, settingCreated, settingUpdated } from '@signalbox/contracts';
import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { publishAccess } from '../../base/access-broadcast.ts';
import { readSignOn, storeSignOn } from '../../base/sign-on-setting.ts';
import { refuseWithoutProof } from '../../credential/factor/refuse-without-proof.ts';

const path = '/api/admin/auth/simple/settings';
const id = 'unleash.auth.simple';

export const SimpleSettingsShape = Type.Object({ disabled: Type.Boolean() });

export const getSimpleSettingsRoute = route(
  {
    method: 'get',
    path,
    summary: 'Get whether users can log in with a password',
    permission: 'ADMIN',
    answers: { 200: SimpleSettingsShape },
    failures: [],
  },
  async (_input, { em }) => ({ disabled: (await readSignOn(em, id))?.disabled ?? false }),
);

export const setSimpleSettingsRoute = route(
  {
    method: 'post',
    path,
    summary: 'Set whether users can log in with a password; FORCE_PASSWORD_LOGIN overrides it',
    permission: 'ADMIN',
    body: Type.Object({
      disabled: Type.Optional(Type.Boolean()),
      enabled: Type.Optional(Type.Boolean({ description: 'The opposite of `disabled`, for older clients.' })),
    }),
    answers: { 200: SimpleSettingsShape },
    failures: ['BadDataError', 'StepUpRequired'],
    events: [settingCreated, settingUpdated],
  },
  async ({ body: { disabled, enabled } }, context) => {
    if (disabled !== undefined && disabled === enabled)
      throw new Failure('BadDataError', 'disabled and enabled contradict each other. Send only one.', { path: 'disabled' });
    await refuseWithoutProof(context);
    const content = { disabled: disabled ?? !(enabled ?? true) };
    if (await storeSignOn(context, id, content)) publishAccess(context, []); // All processes describe the ways to log in.
    return content;
  },
);
