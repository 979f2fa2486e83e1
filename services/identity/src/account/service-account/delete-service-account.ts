import { publicSignupTokenUpdated, serviceAccountDeleted } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { claimRevision } from '../../base/revision.ts';
import { retireUser } from '../user/delete-user.ts';
import { lockServiceAccount } from './service-account.ts';
import { serviceAccountFact, serviceAccountParams } from './service-account.schema.ts';

export const deleteServiceAccountRoute = route(
  {
    method: 'delete',
    path: '/api/admin/service-account/:id',
    summary: 'Delete a service account, its tokens and its roles',
    permission: 'ADMIN',
    params: serviceAccountParams,
    answers: { 200: empty },
    failures: ['NotFoundError'],
    events: [publicSignupTokenUpdated, serviceAccountDeleted],
  },
  ({ params }, context) => deleteServiceAccount(context, params.id),
);

async function deleteServiceAccount(context: Context, id: number): Promise<void> {
  const version = await claimRevision(context.em);
  const account = await lockServiceAccount(context.em, id);
  const preData = serviceAccountFact(account);
  await retireUser(context, account, version);
  context.publish(serviceAccountDeleted, { preData });
}
