import { serviceAccountUpdated } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { publishCallers } from '../../base/access-broadcast.ts';
import { findRootRole } from '../../access/role/role.ts';
import { claimRevision } from '../../base/revision.ts';
import { refuseRootRole } from '../../credential/factor/refuse-without-proof.ts';
import type { User } from '../../user/user.ts';
import { Name, RootRoleInput } from '../user/user-admin.schema.ts';
import { lockServiceAccount } from './service-account.ts';
import { serializeServiceAccount, serviceAccountFact, serviceAccountParams, ServiceAccountShape } from './service-account.schema.ts';

const UpdateServiceAccount = Type.Object({ name: Type.Optional(Name), rootRole: Type.Optional(RootRoleInput) });

export const updateServiceAccountRoute = route(
  {
    method: 'put',
    path: '/api/admin/service-account/:id',
    summary: 'Update the name or the root role of a service account; omitted or blank properties stay unchanged',
    permission: 'ADMIN',
    params: serviceAccountParams,
    body: UpdateServiceAccount,
    answers: { 200: ServiceAccountShape },
    failures: ['BadDataError', 'NotFoundError', 'StepUpRequired'],
    events: [serviceAccountUpdated],
  },
  async ({ params, body }, context) => serializeServiceAccount(await updateServiceAccount(context, params.id, body)),
);

/** The rights of its tokens change immediately. */
async function updateServiceAccount(context: Context, id: number, { name, rootRole }: Static<typeof UpdateServiceAccount>): Promise<User> {
  const version = await claimRevision(context.em);
  const account = await lockServiceAccount(context.em, id);
  const preData = serviceAccountFact(account);
  if (name) account.name = name;
  if (rootRole !== undefined) account.rootRole = (await findRootRole(context.em, rootRole)).id;
  if (account.rootRole !== preData.rootRole) await refuseRootRole(context, account.rootRole);
  const data = serviceAccountFact(account);
  if (data.name === preData.name && data.rootRole === preData.rootRole) return account;
  account.accessVersion = version;
  publishCallers(context, [id]);
  context.publish(serviceAccountUpdated, { data, preData });
  return account;
}
