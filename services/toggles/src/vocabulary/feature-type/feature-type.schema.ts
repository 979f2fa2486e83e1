import { nullable } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import type { FeatureType } from './feature-type.ts';

export const FeatureTypeShape = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  lifetimeDays: nullable(Type.Integer()),
});

export function serializeFeatureType({ id, name, description, lifetimeDays }: FeatureType): Static<typeof FeatureTypeShape> {
  return { id, name, description, lifetimeDays: lifetimeDays ?? null };
}
