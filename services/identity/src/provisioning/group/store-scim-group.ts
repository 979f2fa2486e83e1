import type { Context, EntityManager } from '@signalbox/kit';
import { claimRevision } from '../../base/database/revision.ts';
import { createGroup } from '../../membership/group/create-group.ts';
import { readGroup } from '../../membership/group/get-group.ts';
import { updateGroup } from '../../membership/group/update-group.ts';
import { readExternalIds, storeExternalId } from './provisioned-group.ts';
import { groupIn, type ScimGroup, type ScimGroupInput } from './scim-group.schema.ts';

/** Throws 404 if the group does not exist. */
export async function findScimGroup(em: EntityManager, id: number): Promise<ScimGroup> {
  const group = await readGroup(em, id);
  return { group, externalId: (await readExternalIds(em, [id])).get(id) };
}

export async function createScimGroup(context: Context, input: ScimGroupInput): Promise<ScimGroup> {
  const group = await createGroup(context, { ...groupIn(input), mappingsSSO: [] });
  return store(context, { group, externalId: input.externalId || undefined });
}

/** Replaces the group with the client's version; omitted attributes are removed (RFC 7644 §3.5.1). */
export async function replaceScimGroup(context: Context, id: number, input: ScimGroupInput): Promise<ScimGroup> {
  await claimRevision(context.em);
  const group = await updateGroup(context, id, groupIn(input));
  return store(context, { group, externalId: input.externalId || undefined });
}

async function store({ em }: Context, scimGroup: ScimGroup): Promise<ScimGroup> {
  await storeExternalId(em, scimGroup.group.id, scimGroup.externalId ?? null);
  return scimGroup;
}
