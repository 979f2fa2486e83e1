import { groupDeleted } from '@signalbox/contracts';
import { empty, Reply, route } from '@signalbox/kit';
import { deleteGroup } from '../../membership/group/delete-group.ts';
import { provisioner, requireProvisioner } from '../client/provisioner.ts';
import { scimGroupParams } from './scim-group.schema.ts';

export const deleteScimGroupRoute = route(
  {
    method: 'delete',
    path: '/scim/Groups/:groupId',
    summary: 'Delete a group and the access it granted (SCIM)',
    permission: 'public',
    credential: requireProvisioner,
    params: scimGroupParams,
    answers: { 204: empty },
    failures: ['AuthenticationRequired', 'NotFoundError'],
    events: [groupDeleted],
    transaction: { none: 'because it writes on behalf of the provisioning client' },
  },
  async ({ params }, context) => {
    await context.write((work) => deleteGroup(work, params.groupId), provisioner);
    return new Reply(undefined, { headers: { 'cache-control': 'no-store' } });
  },
);
