import { defineEntity, p } from '@mikro-orm/core';
import { Failure, nullable } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { Type, type Static } from 'typebox';

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
export async function findFeatureType(em: EntityManager, id: string): Promise<FeatureType> {
  const type = await em.findOne(FeatureType, { id });
  if (!type) throw new Failure('BadDataError', `type must be one of the instance's feature types; got ${id}`);
  return type;
}

export const FeatureTypeShape = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  lifetimeDays: nullable(Type.Integer()),
});

export function presentFeatureType({ id, name, description, lifetimeDays }: FeatureType): Static<typeof FeatureTypeShape> {
  return { id, name, description, lifetimeDays: lifetimeDays ?? null };
}
