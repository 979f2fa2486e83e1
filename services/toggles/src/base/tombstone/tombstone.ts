import { Failure } from '@signalbox/contracts';
import { type Context, type EntityManager } from '@signalbox/kit';
import { tombstoneTable } from '../../tables/instance.ts';

/** A deleted project or environment, until identity reports that its grants and tokens are gone. */
export class Tombstone extends tombstoneTable.entity.class {}
tombstoneTable.entity.setClass(Tombstone);

type Kind = Tombstone['kind'];

/** Blocks the id of a deleted project or environment. */
export function writeTombstone(context: Context, kind: Kind, id: string): void {
  context.em.create(Tombstone, { kind, id, deletedAt: context.now() });
}

/** Throws 409 for ids that may still grant access elsewhere. */
export async function refuseTombstoned({ em }: { readonly em: EntityManager }, kind: Kind, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const [tombstone] = await em.find(Tombstone, { kind, id: { $in: [...ids] } }, { limit: 1 });
  if (!tombstone) return;
  const advice = kind === 'project' ? 'Try again shortly. Ids of private projects stay reserved.' : 'Try again shortly.';
  throw new Failure('NameExistsError', `The ${kind} ${tombstone.id} was deleted, and its tokens or grants may still be in use. ${advice}`);
}
