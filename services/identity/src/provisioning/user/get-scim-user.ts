import { route } from '@signalbox/kit';
import { requireProvisioner, scimReply, scimType } from '../client/provisioner.ts';
import { findScimUser } from './find-scim-user.ts';
import { serializeScimUser, ScimUserShape, scimUserParams } from './scim-user.schema.ts';

export const getScimUserRoute = route(
  {
    method: 'get',
    path: '/scim/Users/:userId',
    summary: 'Get a user (SCIM)',
    permission: 'public',
    credential: requireProvisioner,
    params: scimUserParams,
    answers: { 200: ScimUserShape },
    mediaTypes: [scimType],
    failures: ['AuthenticationRequired', 'NotFoundError'],
  },
  async ({ params }, context) => {
    const { user, provisioned } = await findScimUser(context.em, params.userId);
    return scimReply(serializeScimUser(user, provisioned, context.settings));
  },
);
