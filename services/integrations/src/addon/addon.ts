import { defineEntity, LockMode, p } from '@mikro-orm/core';
import { Failure, type Principal } from '@signalbox/contracts';
import { type EntityManager, Instant, JsonText, type ReadContext } from '@signalbox/kit';
import type { Parameters } from '../provider/provider.ts';
import { type EventFilter, everywhere } from './event-filter.ts';

const names = () => p.type(JsonText).$type<readonly string[]>();

export const addonEntity = defineEntity({
  name: 'Addon',
  tableName: 'addon',
  properties: {
    id: p.integer().primary().autoincrement(),
    provider: p.string(),
    description: p.string().nullable(),
    enabled: p.boolean(),
    /** Those that are no secrets. */
    parameters: p.type(JsonText).$type<Parameters>(),
    /** The others, encrypted; null where there are none. */
    secrets: p.text().nullable(),
    events: names(),
    projects: names(),
    environments: names(),
    /** What requests are signed with, encrypted; null until somebody asks for it. */
    signingSecret: p.string().fieldName('signing_secret').nullable(),
    /** The one before, which requests are signed with as well until then. */
    previousSecret: p.string().fieldName('previous_secret').nullable(),
    previousUntil: p.type(Instant).$type<Date>().fieldName('previous_until').nullable(),
    /** The last writer; null for administrators, and for add-ons from before owners were stored. */
    owner: p.type(JsonText).$type<Principal>().nullable(),
    createdAt: p.type(Instant).$type<Date>().fieldName('created_at'),
  },
});

/** Where events are sent, which, and how. */
export class Addon extends addonEntity.class implements EventFilter {}
addonEntity.setClass(Addon);

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
