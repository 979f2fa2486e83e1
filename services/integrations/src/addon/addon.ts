import { LockMode } from '@mikro-orm/core';
import { Failure } from '@signalbox/contracts';
import type { EntityManager, ReadContext } from '@signalbox/kit';
import { addonTable } from '../tables/addon.ts';
import { type EventFilter, everywhere } from './event-filter.ts';

/** A receiver of events, with a filter and parameters. */
export class Addon extends addonTable.entity.class implements EventFilter {}
addonTable.entity.setClass(Addon);

type Reader = Pick<ReadContext, 'access' | 'actor'>;

/** False if the add-on names a project that the caller cannot see; the add-on is hidden then. */
export const isVisible = ({ access, actor }: Reader, { projects }: Pick<Addon, 'projects'>): boolean =>
  projects.every((project) => project === everywhere || access.sees(actor, project));

type Finder = Reader & { readonly em: EntityManager };

/** Throws 404 unless the add-on exists and is visible. */
export const findAddon = async (context: Finder, id: number): Promise<Addon> =>
  visible(context, await context.em.findOne(Addon, { id }), id);

/** Like `findAddon`, with a lock on the row. */
export const lockAddon = async (context: Finder, id: number): Promise<Addon> =>
  visible(context, await context.em.findOne(Addon, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE }), id);

function visible(context: Reader, addon: Addon | null, id: number): Addon {
  if (!addon || !isVisible(context, addon)) throw new Failure('NotFoundError', `There is no add-on ${id}.`);
  return addon;
}
