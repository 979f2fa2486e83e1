import { randomBytes } from 'node:crypto';
import { hashSecret, settingCreated, settingUpdated } from '@signalbox/contracts';
import { type Context, Reply, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { refuseWithoutProof } from '../../credential/factor/refuse-without-proof.ts';
import { readSignOn, storeSignOn } from '../../base/sign-on-setting.ts';
import type { SignOnContents } from '../../tables/sign-on-setting.ts';

const path = '/api/admin/scim-settings';
const secretBytes = 32;

export const ScimSettingsShape = Type.Object({
  enabled: Type.Boolean(),
  hasToken: Type.Boolean(),
  token: Type.Optional(Type.String({ description: 'Returned only once.' })),
});

export const getScimSettingsRoute = route(
  {
    method: 'get',
    path,
    summary: 'Get the provisioning (SCIM) settings',
    permission: 'ADMIN',
    answers: { 200: ScimSettingsShape },
    failures: [],
  },
  async (_input, { em }) => {
    const scim = await readSignOn(em, 'scim');
    return { enabled: scim?.enabled ?? false, hasToken: scim?.tokenHash !== undefined };
  },
);

const because = { none: 'because the response may hold a secret, which must not be stored for repeated requests' } as const;

export const setScimSettingsRoute = route(
  {
    method: 'post',
    path,
    summary: 'Enable or disable provisioning (SCIM); only the first response contains the token',
    permission: 'ADMIN',
    body: Type.Object({ enabled: Type.Boolean() }),
    holdsSecret: true,
    answers: { 200: ScimSettingsShape },
    failures: ['StepUpRequired'],
    events: [settingCreated, settingUpdated],
    transaction: because,
  },
  async ({ body: { enabled } }, context) => {
    const made = newToken();
    const token = await context.write(async (work) => {
      const before = await readSignOn(work.em, 'scim');
      const isFirst = enabled && before?.tokenHash === undefined;
      const tokenHash = isFirst ? hashSecret(made) : before?.tokenHash;
      await storeScim(work, { enabled, ...(tokenHash !== undefined && { tokenHash }) });
      return isFirst ? { hasToken: true, token: made } : { hasToken: tokenHash !== undefined };
    });
    return new Reply({ enabled, ...token }, { headers: { 'cache-control': 'no-store' } });
  },
);

export const renewScimTokenRoute = route(
  {
    method: 'post',
    path: `${path}/generate-new-token`,
    summary: 'Generate a new provisioning token, which replaces the previous one; only this response contains it',
    permission: 'ADMIN',
    holdsSecret: true,
    answers: { 200: Type.Object({ token: Type.String() }) },
    failures: ['StepUpRequired'],
    events: [settingCreated, settingUpdated],
    transaction: because,
  },
  async (_input, context) => {
    const token = newToken();
    await context.write(async (work) => {
      const before = await readSignOn(work.em, 'scim');
      await storeScim(work, { enabled: before?.enabled ?? false, tokenHash: hashSecret(token) });
    });
    return new Reply({ token }, { headers: { 'cache-control': 'no-store' } });
  },
);

/** The holder of the token can add users to groups of administrators, and change administrators' addresses. */
async function storeScim(context: Context, content: SignOnContents['scim']): Promise<void> {
  await refuseWithoutProof(context);
  await storeSignOn(context, 'scim', content);
}

const newToken = (): string => `scim:${randomBytes(secretBytes).toString('hex')}`;
