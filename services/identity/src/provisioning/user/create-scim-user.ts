import { userCreated, userDeleted, userUpdated } from '@signalbox/contracts';
import { route } from '@signalbox/kit';
import { provisioner, requireProvisioner, scimReply, scimType } from '../client/provisioner.ts';
import { scimBody } from '../client/scim-attributes.ts';
import { serializeScimUser, ScimUserInput, ScimUserShape } from './scim-user.schema.ts';
import { createScimUser } from './store-scim-user.ts';

export const createScimUserRoute = route(
  {
    method: 'post',
    path: '/scim/Users',
    summary: 'Create a user (SCIM)',
    permission: 'public',
    credential: requireProvisioner,
    ...scimBody(ScimUserInput),
    answers: { 201: ScimUserShape },
    headers: { Location: 'The user.' },
    mediaTypes: [scimType],
    failures: ['AuthenticationRequired', 'BadDataError', 'ConflictError', 'InvalidOperationError'],
    events: [userCreated, userDeleted, userUpdated],
    transaction: { none: 'because it writes on behalf of the provisioning client' },
  },
  async ({ body }, context) => {
    const { user, provisioned } = await context.write((work) => createScimUser(work, body), provisioner);
    const shown = serializeScimUser(user, provisioned, context.settings);
    return scimReply(shown, { location: shown.meta.location });
  },
);
