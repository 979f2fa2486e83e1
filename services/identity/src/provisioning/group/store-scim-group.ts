import type { Context, EntityManager } from '@signalbox/kit';
import { Group } from '../../access/grant/group.ts';
import { claimRevision } from '../../base/revision.ts';
import { createGroup } from '../../membership/group/create-group.ts';
import { readGroup } from '../../membership/group/get-group.ts';
import { type GroupShape, readGroups } from '../../membership/group/group.schema.ts';
import { groupNameTaken } from '../../membership/group/group-rules.ts';
import { updateGroup } from '../../membership/group/update-group.ts';
import { tablesOf } from '../../tables/tables.ts';
import type { ScimFilter } from '../client/scim-filter.ts';
import { mayEqual } from '../client/scim-list.ts';
import { findDeactivated, InactiveMember, storeInactive } from './inactive-member.ts';
import { readExternalIds, storeExternalId } from './provisioned-group.ts';
import { groupIn, type ScimGroup, type ScimGroupInput } from './scim-group.schema.ts';

/** Throws 404 if the group does not exist. */
export async function findScimGroup(em: EntityManager, id: number): Promise<ScimGroup> {
  const group = await readGroup(em, id);
  const [found = { group, externalId: undefined, inactive: [] }] = await described(em, [group]);
  return found;
}

/** These groups in the order of their ids. */
export const readScimGroups = async (em: EntityManager, ids: readonly number[]): Promise<ScimGroup[]> =>
  ids.length === 0 ? [] : described(em, await readGroups(em, ids));

async function described(em: EntityManager, groups: readonly GroupShape[]): Promise<ScimGroup[]> {
  const ids = groups.map(({ id }) => id);
  const externalIds = await readExternalIds(em, ids);
  const rows = await em.find(InactiveMember, { groupId: { $in: ids } }, { orderBy: { userId: 'asc' } });
  const members = new Map(
    (
      await findDeactivated(
        em,
        rows.map(({ userId }) => userId),
      )
    ).map((user) => [user.userId, user]),
  );
  return groups.map((group) => {
    const own = rows.filter(({ groupId }) => groupId === group.id);
    return { group, externalId: externalIds.get(group.id), inactive: own.flatMap(({ userId }) => members.get(userId) ?? []) };
  });
}

/** Ids of the groups that may fulfill all these conditions. Conditions on other attributes select nothing. */
export async function groupsLike(em: EntityManager, required: ScimFilter['required']): Promise<number[]> {
  const groups = tablesOf(em).selectFrom('user_group').leftJoin('provisioned_group', 'group_id', 'id');
  const selected = required.reduce((query, [attribute, value]) => {
    if (attribute === 'externalid') return query.where('external_id', '=', value);
    if (attribute === 'id') return query.where('id', '=', /^\d{1,9}$/.test(value) ? Number(value) : -1);
    return attribute === 'displayname' ? query.where(mayEqual('name', value)) : query;
  }, groups);
  return (await selected.select('id').orderBy('id').execute()).map(({ id }) => id);
}

export async function createScimGroup(context: Context, input: ScimGroupInput): Promise<ScimGroup> {
  await claimRevision(context.em);
  await refuseSimilarName(context.em, input.displayName);
  const { active, inactive } = await membersIn(context.em, input);
  const group = await createGroup(context, { ...active, mappingsSSO: [] });
  return store(context, { group, externalId: input.externalId || undefined, inactive });
}

/** Replaces the group with the client's version; omitted attributes are removed (RFC 7644 §3.5.1). */
export async function replaceScimGroup(context: Context, id: number, input: ScimGroupInput): Promise<ScimGroup> {
  await claimRevision(context.em);
  const { name } = await readGroup(context.em, id);
  if (name !== input.displayName) await refuseSimilarName(context.em, input.displayName, id);
  const { active, inactive } = await membersIn(context.em, input);
  const group = await updateGroup(context, id, active);
  return store(context, { group, externalId: input.externalId || undefined, inactive });
}

/** Throws 409 if a group has the name in any case: for the client it is the same name (RFC 7643 §8.7.1). */
async function refuseSimilarName(em: EntityManager, name: string, own?: number): Promise<void> {
  const similar = await em.find(Group, { id: { $in: await groupsLike(em, [['displayname', name.toLowerCase()]]) } });
  if (similar.some((group) => group.id !== own && group.name.toLowerCase() === name.toLowerCase())) throw groupNameTaken(name);
}

async function membersIn(em: EntityManager, input: ScimGroupInput) {
  const { users, ...group } = groupIn(input);
  const inactive = await findDeactivated(
    em,
    users.map(({ user }) => user.id),
  );
  const waiting = new Set(inactive.map(({ userId }) => userId));
  return { active: { ...group, users: users.filter(({ user }) => !waiting.has(user.id)) }, inactive };
}

async function store({ em }: Context, scimGroup: ScimGroup): Promise<ScimGroup> {
  await storeExternalId(em, scimGroup.group.id, scimGroup.externalId ?? null);
  await storeInactive(em, scimGroup.group.id, scimGroup.inactive);
  return scimGroup;
}
