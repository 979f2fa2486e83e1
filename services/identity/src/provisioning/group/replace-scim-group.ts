import { groupUpdated } from '@signalbox/contracts';
import { route } from '@signalbox/kit';
import { groupParams } from '../../membership/group/group.schema.ts';
import { provisioner, requireProvisioner, scimBodies, scimReply, scimType } from '../client/provisioner.ts';
import { presentScimGroup, ScimGroupInput, ScimGroupShape } from './scim-group.schema.ts';
import { replaceScimGroup } from './store-scim-group.ts';

export const replaceScimGroupRoute = route(
  {
    method: 'put',
    path: '/scim/Groups/:groupId',
    summary: 'Replace a group and its members (SCIM)',
    permission: 'public',
    credential: requireProvisioner,
    params: groupParams,
    body: ScimGroupInput,
    bodyTypes: scimBodies,
    answers: { 200: ScimGroupShape },
    mediaTypes: [scimType],
    failures: ['AuthenticationRequired', 'BadDataError', 'NameExistsError', 'NotFoundError'],
    events: [groupUpdated],
    transaction: { none: 'because it is done on behalf of the provisioning client' },
  },
  async ({ params, body }, context) => {
    const group = await context.write((work) => replaceScimGroup(work, params.groupId, body), provisioner);
    return scimReply(presentScimGroup(group, context.settings));
  },
);
