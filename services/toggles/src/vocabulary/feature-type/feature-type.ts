import type { EntityManager } from '@signalbox/kit';
import { compiled } from '@signalbox/table';
import type { Kysely } from 'kysely';
import type { Tables } from '../../tables/tables.ts';
import { badValue, type Pointer, under } from '../../base/input/bad-value.ts';
import { featureTypeTable } from '../../tables/vocabulary.ts';

/** The purpose of features of this type, and their expected lifetime (null: permanent). */
export class FeatureType extends featureTypeTable.entity.class {}
featureTypeTable.entity.setClass(FeatureType);

/** Throws 400 for a type that does not exist. */
export async function refuseUnknownTypes(em: EntityManager, inputs: readonly Typed[]): Promise<void> {
  refuseOtherTypes(await readKnownTypes(em, inputs), inputs);
}

/** The types among those of the inputs that exist. */
export async function readKnownTypes(em: EntityManager, inputs: readonly Typed[]): Promise<Set<string>> {
  const required = new Set(inputs.flatMap(({ type }) => type ?? []));
  return new Set(required.size === 0 ? [] : (await knownTypes(em, [...required])).rows.map(({ id }) => id));
}

/** Throws 400 for a type that is not known. */
export function refuseOtherTypes(known: ReadonlySet<string>, inputs: readonly Typed[]): void {
  const wrong = inputs.find(({ type }) => type !== undefined && !known.has(type));
  if (wrong) throw badValue(under(wrong.pointer ?? { path: '' }, 'type'), `must be an existing feature type; got ${wrong.type}`);
}

const knownTypes = compiled((db: Kysely<Tables>, ids: readonly string[]) =>
  db.selectFrom('feature_type').select('id').where('id', 'in', ids),
);

interface Typed {
  readonly type?: string | undefined;
  readonly pointer?: Pointer | undefined;
}
