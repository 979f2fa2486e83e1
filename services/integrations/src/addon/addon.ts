import { LockMode } from '@mikro-orm/core';
import { Failure } from '@signalbox/contracts';
import type { EntityManager, ReadContext } from '@signalbox/kit';
import { addonTable } from '../tables/addon.ts';
import { type EventFilter, everywhere } from './event-filter.ts';

/** Where events are sent, which, and how. */
export class Addon extends addonTable.entity.class implements EventFilter {}
addonTable.entity.setClass(Addon);

type Reader = Pick<ReadContext, 'access' | 'actor'>;

/** One that names a project which the caller may not see does not exist for the caller. */
export const isVisible = ({ access, actor }: Reader, { projects }: Pick<Addon, 'projects'>): boolean =>
  projects.every((project) => project === everywhere || access.sees(actor, project));

type Finder = Reader & { readonly em: EntityManager };

/** 404 for one that does not exist. */
export const findAddon = async (context: Finder, id: number): Promise<Addon> =>
  visible(context, await context.em.findOne(Addon, { id }), id);

/** `findAddon` for a change: the row is locked. */
export const lockAddon = async (context: Finder, id: number): Promise<Addon> =>
  visible(context, await context.em.findOne(Addon, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE }), id);

function visible(context: Reader, addon: Addon | null, id: number): Addon {
  if (!addon || !isVisible(context, addon)) throw new Failure('NotFoundError', `There is no add-on ${id}.`);
  return addon;
}
