import { defineEntity, p } from '@mikro-orm/core';
import type { EntityManager } from '@signalbox/kit';
import { badValue, type Pointer, under } from '../../base/input/bad-value.ts';

export const featureTypeEntity = defineEntity({
  name: 'FeatureType',
  tableName: 'feature_type',
  properties: {
    id: p.string().primary(),
    name: p.string(),
    description: p.string(),
    lifetimeDays: p.integer().fieldName('lifetime_days').nullable(),
  },
});

/** What a feature is for, and for how long features of its kind are expected to live (null: for ever). */
export class FeatureType extends featureTypeEntity.class {}
featureTypeEntity.setClass(FeatureType);

/** 400 for a type that does not exist. */
export async function refuseUnknownTypes(em: EntityManager, inputs: readonly Typed[]): Promise<void> {
  const wanted = new Set(inputs.flatMap(({ type }) => type ?? []));
  if (wanted.size === 0) return;
  const known = new Set((await em.find(FeatureType, { id: { $in: [...wanted] } })).map(({ id }) => id));
  const wrong = inputs.find(({ type }) => type !== undefined && !known.has(type));
  if (wrong) throw badValue(under(wrong.pointer ?? { path: '' }, 'type'), `must be one of the instance's feature types; got ${wrong.type}`);
}

interface Typed {
  readonly type?: string | undefined;
  readonly pointer?: Pointer | undefined;
}
