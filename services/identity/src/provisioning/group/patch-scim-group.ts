import { groupUpdated, validator } from '@signalbox/contracts';
import { type Context, invalid, route } from '@signalbox/kit';
import { readGroup } from '../../membership/group/get-group.ts';
import { groupParams, type GroupShape } from '../../membership/group/group.schema.ts';
import { updateGroup } from '../../membership/group/update-group.ts';
import { provisioner, requireProvisioner, scimBodies, scimReply, scimType } from '../client/provisioner.ts';
import { applyPatch, ScimPatch } from '../client/scim-patch.ts';
import { groupIn, presentScimGroup, ScimGroupInput, ScimGroupShape } from './scim-group.schema.ts';

export const patchScimGroupRoute = route(
  {
    method: 'patch',
    path: '/scim/Groups/:groupId',
    summary: 'Change a group, or who belongs to it (SCIM)',
    permission: 'public',
    params: groupParams,
    body: ScimPatch,
    bodyTypes: scimBodies,
    answers: { 200: ScimGroupShape },
    mediaTypes: [scimType],
    failures: ['AuthenticationRequired', 'BadDataError', 'NameExistsError', 'NotFoundError'],
    events: [groupUpdated],
    transaction: { none: 'because it is done on behalf of the provisioning client' },
  },
  async ({ params, body }, context) => {
    await requireProvisioner(context);
    const group = await context.write((work) => patchGroup(work, params.groupId, body), provisioner);
    return scimReply(presentScimGroup(group, context.settings));
  },
);

const isGroup = validator(ScimGroupInput, 'scalars');

async function patchGroup(context: Context, id: number, { Operations }: ScimPatch): Promise<GroupShape> {
  const patched = applyPatch(presentScimGroup(await readGroup(context.em, id), context.settings), Operations);
  const problems = isGroup.problemsOf(patched);
  if (problems.length > 0) throw invalid(problems);
  return updateGroup(context, id, groupIn(patched as unknown as ScimGroupInput));
}
