import { type ReadContext, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { FeatureType } from './feature-type.ts';
import { FeatureTypeShape, serializeFeatureType } from './feature-type.schema.ts';

export const listFeatureTypesRoute = route(
  {
    method: 'get',
    path: '/api/admin/feature-types',
    summary: 'List the feature types',
    permission: 'authenticated',
    answers: { 200: Type.Object({ version: Type.Literal(1), types: Type.Array(FeatureTypeShape) }) },
    failures: [],
  },
  async (_input, context) => ({ version: 1 as const, types: await listFeatureTypes(context) }),
);

async function listFeatureTypes({ em }: Pick<ReadContext, 'em'>) {
  const types = await em.find(FeatureType, {}, { orderBy: { id: 'asc' } });
  return types.map(serializeFeatureType);
}
