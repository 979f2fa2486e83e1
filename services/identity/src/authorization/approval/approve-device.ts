import { type Context, empty, routeWith } from '@signalbox/kit';
import { Type } from 'typebox';
import { AuthorizationGrant } from '../../tables/authorization-grant.ts';
import { findSessionUser } from '../../account/own-user/own-user.ts';
import type { GrantLimits } from '../client/grant-limits.ts';
import { findApprover } from './approver.ts';
import { findPending, noDevice, typedCode, UserCode } from './find-device.ts';

export const approveDeviceRoute = routeWith<GrantLimits>()(
  {
    method: 'post',
    path: '/api/admin/user/devices',
    summary: 'Approve or deny a login of the command line on another machine',
    permission: 'authenticated',
    body: Type.Object({ userCode: UserCode, approved: Type.Boolean() }),
    answers: { 200: empty },
    failures: ['AuthenticationRequired', 'NameExistsError', 'NoAccessError', 'NotFoundError', 'RateLimitError', 'StepUpRequired'],
    events: { none: 'because the token does not exist before the command line requests it' },
    transaction: { none: 'because a wrong code is counted and then refused' },
  },
  async ({ body: { userCode, approved } }, context) => {
    const code = await typedCode(context, userCode);
    await context.write((work) => decide(work, code, approved));
  },
);

/** Of two decisions on one machine, the first counts. */
async function decide(context: Context, userCode: string, approved: boolean): Promise<void> {
  const { hash, host } = await findPending(context, userCode);
  const userId = approved ? await findApprover(context, host) : (await findSessionUser(context)).user.id;
  const decision = { state: approved ? 'approved' : 'denied', userId } as const;
  const decided = await context.em.nativeUpdate(AuthorizationGrant, { hash, state: 'pending' }, decision);
  if (decided === 0) throw noDevice();
}
