import { route } from '@signalbox/kit';
import { requireProvisioner, scimReply, scimType } from '../client/provisioner.ts';
import { scimGroupParams, serializeScimGroup, ScimGroupShape } from './scim-group.schema.ts';
import { findScimGroup } from './store-scim-group.ts';

export const getScimGroupRoute = route(
  {
    method: 'get',
    path: '/scim/Groups/:groupId',
    summary: 'Get a group with its members (SCIM)',
    permission: 'public',
    credential: requireProvisioner,
    params: scimGroupParams,
    answers: { 200: ScimGroupShape },
    mediaTypes: [scimType],
    failures: ['AuthenticationRequired', 'NotFoundError'],
  },
  async ({ params }, context) => {
    return scimReply(serializeScimGroup(await findScimGroup(context.em, params.groupId), context.settings));
  },
);
