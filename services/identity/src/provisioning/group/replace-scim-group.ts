import { groupUpdated } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { provisioner, requireProvisioner, scimReply, scimType } from '../client/provisioner.ts';
import { scimBody } from '../client/scim-attributes.ts';
import { applyPatch, ScimPatch } from '../client/scim-patch.ts';
import { groupResource, scimGroupParams, serializeScimGroup, type ScimGroup, ScimGroupInput, ScimGroupShape } from './scim-group.schema.ts';
import { findScimGroup, replaceScimGroup } from './store-scim-group.ts';

const common = {
  path: '/scim/Groups/:groupId',
  permission: 'public',
  credential: requireProvisioner,
  params: scimGroupParams,
  answers: { 200: ScimGroupShape },
  mediaTypes: [scimType],
  failures: ['AuthenticationRequired', 'BadDataError', 'NameExistsError', 'NotFoundError'],
  events: [groupUpdated],
  transaction: { none: 'because it writes on behalf of the provisioning client' },
} as const;

export const replaceScimGroupRoute = route(
  { ...common, method: 'put', summary: 'Replace a group and its members (SCIM)', ...scimBody(ScimGroupInput) },
  async ({ params, body }, context) => {
    const group = await context.write((work) => replaceScimGroup(work, params.groupId, body), provisioner);
    return scimReply(serializeScimGroup(group, context.settings));
  },
);

export const patchScimGroupRoute = route(
  { ...common, method: 'patch', summary: 'Update a group or its members (SCIM)', ...scimBody(ScimPatch) },
  async ({ params, body }, context) => {
    const group = await context.write((work) => patchGroup(work, params.groupId, body), provisioner);
    return scimReply(serializeScimGroup(group, context.settings));
  },
);

async function patchGroup(context: Context, id: number, patch: ScimPatch): Promise<ScimGroup> {
  const group = serializeScimGroup(await findScimGroup(context.em, id), context.settings);
  return replaceScimGroup(context, id, applyPatch(groupResource, group, patch) as ScimGroupInput);
}
