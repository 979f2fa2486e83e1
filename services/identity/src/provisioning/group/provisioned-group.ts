import type { EntityManager } from '@signalbox/kit';
import { provisionedGroupTable } from '../../tables/access.ts';

/** The provisioning client's (SCIM) name for a group. It is deleted with the group. */
class ProvisionedGroup extends provisionedGroupTable.entity.class {}
provisionedGroupTable.entity.setClass(ProvisionedGroup);

/** The client's ids for these groups; groups without one are omitted. */
export async function readExternalIds(em: EntityManager, groups: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await em.find(ProvisionedGroup, { groupId: { $in: [...groups] } });
  return new Map(rows.map(({ groupId, externalId }) => [groupId, externalId]));
}

/** Stores the client's id; null deletes it. The group must already be stored. */
export async function storeExternalId(em: EntityManager, groupId: number, externalId: string | null): Promise<void> {
  if (externalId === null) await em.nativeDelete(ProvisionedGroup, { groupId });
  else await em.upsert(ProvisionedGroup, { groupId, externalId });
}
