import { groupUpdated, userCreated, userDeleted, userUpdated } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { provisioner, requireProvisioner, scimReply, scimType } from '../client/provisioner.ts';
import { scimBody } from '../client/scim-attributes.ts';
import { applyPatch, ScimPatch } from '../client/scim-patch.ts';
import { findScimUser, type Provisioned } from './find-scim-user.ts';
import { describeUser, serializeScimUser, userResource, ScimUserInput, ScimUserShape, scimUserParams } from './scim-user.schema.ts';
import { replaceScimUser } from './store-scim-user.ts';

const common = {
  path: '/scim/Users/:userId',
  permission: 'public',
  credential: requireProvisioner,
  params: scimUserParams,
  answers: { 200: ScimUserShape },
  mediaTypes: [scimType],
  failures: ['AuthenticationRequired', 'BadDataError', 'ConflictError', 'InvalidOperationError', 'NotFoundError'],
  events: [groupUpdated, userCreated, userDeleted, userUpdated],
  transaction: { none: 'because it writes on behalf of the provisioning client' },
} as const;

export const replaceScimUserRoute = route(
  {
    ...common,
    method: 'put',
    summary: 'Replace a user; setting active to false revokes all access immediately (SCIM)',
    ...scimBody(ScimUserInput),
  },
  async ({ params, body }, context) => {
    const { user, provisioned } = await context.write((work) => replaceScimUser(work, params.userId, body), provisioner);
    return scimReply(serializeScimUser(user, provisioned, context.settings));
  },
);

export const patchScimUserRoute = route(
  {
    ...common,
    method: 'patch',
    summary: 'Update parts of a user; setting active to false revokes all access immediately (SCIM)',
    ...scimBody(ScimPatch),
  },
  async ({ params, body }, context) => {
    const { user, provisioned } = await context.write((work) => patchUser(work, params.userId, body), provisioner);
    return scimReply(serializeScimUser(user, provisioned, context.settings));
  },
);

async function patchUser(context: Context, id: number, patch: ScimPatch): Promise<Provisioned> {
  const { user, provisioned } = await findScimUser(context.em, id);
  return replaceScimUser(context, id, applyPatch(userResource, describeUser(user, provisioned), patch) as ScimUserInput);
}
