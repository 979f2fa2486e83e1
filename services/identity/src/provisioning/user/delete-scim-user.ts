import { userDeleted } from '@signalbox/contracts';
import { type Context, empty, Reply, route } from '@signalbox/kit';
import { deleteUser } from '../../account/user/delete-user.ts';
import { claimRevision } from '../../base/revision.ts';
import { ProvisionedUser } from '../../user/provisioned-user.ts';
import { provisioner, requireProvisioner } from '../client/provisioner.ts';
import { InactiveMember } from '../group/inactive-member.ts';
import { findScimUser } from './find-scim-user.ts';
import { scimUserParams } from './scim-user.schema.ts';

export const deleteScimUserRoute = route(
  {
    method: 'delete',
    path: '/scim/Users/:userId',
    summary: 'Delete a user with all sessions, tokens and roles (SCIM)',
    permission: 'public',
    credential: requireProvisioner,
    params: scimUserParams,
    answers: { 204: empty },
    failures: ['AuthenticationRequired', 'InvalidOperationError', 'NotFoundError'],
    events: [userDeleted],
    transaction: { none: 'because it writes on behalf of the provisioning client' },
  },
  async ({ params }, context) => {
    await context.write((work) => deleteScimUser(work, params.userId), provisioner);
    return new Reply(undefined, { headers: { 'cache-control': 'no-store' } });
  },
);

async function deleteScimUser(context: Context, id: number): Promise<void> {
  await claimRevision(context.em);
  const { user } = await findScimUser(context.em, id);
  await context.em.nativeDelete(ProvisionedUser, { userId: id });
  await context.em.nativeDelete(InactiveMember, { userId: id });
  if (!user.deletedAt) await deleteUser(context, id);
}
