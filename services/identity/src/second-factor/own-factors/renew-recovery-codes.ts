import { Failure, userRecoveryCodesCreated } from '@signalbox/contracts';
import { type Context, Reply, route } from '@signalbox/kit';
import { factorOwner } from '../../credential/factor/enroll.ts';
import { factorsOf } from '../../credential/factor/factors-of-user.ts';
import { createRecoveryCodes } from '../../credential/factor/recovery-code.ts';
import { lockUser } from '../../user/user.ts';
import { findProvedUser } from './find-proved-user.ts';
import { RecoveryCodesShape } from '../../credential/factor/factor.schema.ts';

export const renewRecoveryCodesRoute = route(
  {
    method: 'post',
    path: '/api/admin/user/factors/recovery-codes',
    summary: 'Replace the recovery codes; only this response contains the new ones',
    permission: 'authenticated',
    holdsSecret: true,
    answers: { 200: RecoveryCodesShape },
    failures: ['AuthenticationRequired', 'InvalidOperationError', 'NoAccessError', 'NotFoundError', 'StepUpRequired'],
    events: [userRecoveryCodesCreated],
    transaction: { none: 'because the response holds secrets, which must not be stored for repeated requests' },
  },
  async (_input, context) => {
    const { id } = await findProvedUser(context);
    const recoveryCodes = await context.write((work) => renewRecoveryCodes(work, id));
    return new Reply({ recoveryCodes }, { headers: { 'cache-control': 'no-store' } });
  },
);

async function renewRecoveryCodes(context: Context, id: number): Promise<string[]> {
  const user = await lockUser(context.em, id);
  if ((await factorsOf(context.em, id)).length === 0)
    throw new Failure('InvalidOperationError', 'Recovery codes require a second factor. Add one first.');
  context.publish(userRecoveryCodesCreated, { data: factorOwner(user) });
  return createRecoveryCodes(context, id);
}
