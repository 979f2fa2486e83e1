import { featureTypeUpdated, nullable } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { lockExisting } from '../../base/database/find-existing.ts';
import { FeatureType } from './feature-type.ts';
import { FeatureTypeShape, serializeFeatureType } from './feature-type.schema.ts';

const maxDays = 2_147_483_647;

export const updateLifetimeRoute = route(
  {
    method: 'put',
    path: '/api/admin/feature-types/:id/lifetime',
    summary: 'Set the expected lifetime of a feature type in days; null or 0 means unlimited',
    permission: 'ADMIN',
    params: Type.Object({ id: Type.String() }),
    body: Type.Object({ lifetimeDays: nullable(Type.Integer({ minimum: 0, maximum: maxDays })) }),
    answers: { 200: FeatureTypeShape },
    failures: ['NotFoundError'],
    events: [featureTypeUpdated],
  },
  async ({ params, body }, context) => serializeFeatureType(await updateLifetime(context, params.id, body.lifetimeDays)),
);

/** The job that marks potentially stale features applies the new lifetime. */
async function updateLifetime(context: Context, id: string, lifetimeDays: number | null): Promise<FeatureType> {
  const type = await lockExisting(context.em, { entity: FeatureType, where: { id }, called: `feature type ${id}` });
  const preData = serializeFeatureType(type);
  type.lifetimeDays = lifetimeDays || null;
  const data = serializeFeatureType(type);
  if (data.lifetimeDays !== preData.lifetimeDays) context.publish(featureTypeUpdated, { data, preData });
  return type;
}
