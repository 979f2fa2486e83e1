import { groupCreated } from '@signalbox/contracts';
import { route } from '@signalbox/kit';
import { provisioner, requireProvisioner, scimReply, scimType } from '../client/provisioner.ts';
import { scimBody } from '../client/scim-attributes.ts';
import { serializeScimGroup, ScimGroupInput, ScimGroupShape } from './scim-group.schema.ts';
import { createScimGroup } from './store-scim-group.ts';

export const createScimGroupRoute = route(
  {
    method: 'post',
    path: '/scim/Groups',
    summary: 'Create a group (SCIM)',
    permission: 'public',
    credential: requireProvisioner,
    ...scimBody(ScimGroupInput),
    answers: { 201: ScimGroupShape },
    headers: { Location: 'The group.' },
    mediaTypes: [scimType],
    failures: ['AuthenticationRequired', 'BadDataError', 'NameExistsError'],
    events: [groupCreated],
    transaction: { none: 'because it writes on behalf of the provisioning client' },
  },
  async ({ body }, context) => {
    const group = await context.write((work) => createScimGroup(work, body), provisioner);
    const shown = serializeScimGroup(group, context.settings);
    return scimReply(shown, { location: shown.meta.location });
  },
);
