import { userCreated, userDeleted, userUpdated } from '@signalbox/contracts';
import { route } from '@signalbox/kit';
import { provisioner, requireProvisioner, scimBodies, scimReply, scimType } from '../client/provisioner.ts';
import { presentScimUser, ScimUserInput, ScimUserShape, scimUserParams } from './scim-user.schema.ts';
import { replaceScimUser } from './store-scim-user.ts';

export const replaceScimUserRoute = route(
  {
    method: 'put',
    path: '/scim/Users/:userId',
    summary: 'Replace a user; with active false it loses all access at once (SCIM)',
    permission: 'public',
    credential: requireProvisioner,
    params: scimUserParams,
    body: ScimUserInput,
    bodyTypes: scimBodies,
    answers: { 200: ScimUserShape },
    mediaTypes: [scimType],
    failures: ['AuthenticationRequired', 'BadDataError', 'ConflictError', 'InvalidOperationError', 'NotFoundError'],
    events: [userCreated, userDeleted, userUpdated],
    transaction: { none: 'because it is done on behalf of the provisioning client' },
  },
  async ({ params, body }, context) => {
    const { user, provisioned } = await context.write((work) => replaceScimUser(work, params.userId, body), provisioner);
    return scimReply(presentScimUser(user, provisioned, context.settings));
  },
);
