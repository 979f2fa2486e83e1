import type { EntityManager } from '@signalbox/kit';
import { provisionedGroupTable } from '../../tables/access.ts';

/** What a provisioning client (SCIM) calls a group. It goes with the group. */
export class ProvisionedGroup extends provisionedGroupTable.entity.class {}
provisionedGroupTable.entity.setClass(ProvisionedGroup);

/** The ids of these groups at the client; those that it has given none are left out. */
export async function readExternalIds(em: EntityManager, groups: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await em.find(ProvisionedGroup, { groupId: { $in: [...groups] } });
  return new Map(rows.map(({ groupId, externalId }) => [groupId, externalId]));
}

/** Null takes it away. The group has been written before. */
export async function storeExternalId(em: EntityManager, groupId: number, externalId: string | null): Promise<void> {
  if (externalId === null) await em.nativeDelete(ProvisionedGroup, { groupId });
  else await em.upsert(ProvisionedGroup, { groupId, externalId });
}
