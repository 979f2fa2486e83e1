import { defineEntity, p } from '@mikro-orm/core';
import { Failure } from '@signalbox/contracts';
import { type Context, type EntityManager, Instant } from '@signalbox/kit';

export const departedPlaceEntity = defineEntity({
  name: 'DepartedPlace',
  tableName: 'departed_place',
  properties: {
    kind: p.string().$type<'project' | 'environment'>().primary(),
    id: p.string().primary(),
    departedAt: p.type(Instant).$type<Date>().fieldName('departed_at'),
  },
});

/** A deleted project or environment, until identity has said that no grant and no token of it is left. */
export class DepartedPlace extends departedPlaceEntity.class {}
departedPlaceEntity.setClass(DepartedPlace);

type Kind = DepartedPlace['kind'];

/** Takes the id out of circulation. */
export function depart(context: Context, kind: Kind, id: string): void {
  context.em.create(DepartedPlace, { kind, id, departedAt: context.now() });
}

/** 409 for ids that may still open something elsewhere. */
export async function refuseDeparted({ em }: { readonly em: EntityManager }, kind: Kind, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const [departed] = await em.find(DepartedPlace, { kind, id: { $in: [...ids] } }, { limit: 1 });
  if (!departed) return;
  const advice =
    kind === 'project' ? 'Try again shortly; the id of a private project stays taken, with its history.' : 'Try again shortly.';
  throw new Failure(
    'NameExistsError',
    `The ${kind} ${departed.id} was deleted, and tokens or grants may still be for the old one. ${advice}`,
  );
}
