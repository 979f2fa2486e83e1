import { Type } from 'typebox';
import { Finding } from '../../transfer/features/transfer.schema.ts';
import { PlanActionShape, PlanDifference } from '../compare/plan.schema.ts';

export const ImportReport = Type.Object({
  errors: Type.Array(Finding),
  warnings: Type.Array(Finding),
  permissions: Type.Array(Finding),
  unknownSegments: Type.Array(Type.String(), { description: 'Segments to create before the import.' }),
  differences: Type.Array(
    Type.Object({
      ...Type.Pick(PlanActionShape, ['op', 'name', 'before', 'after', 'effect']).properties,
      losesStrategies: PlanDifference.properties.losesStrategies,
    }),
    {
      description:
        'New features, and changes of metadata and of settings in the environment. Strategies include those of the active milestone.',
    },
  ),
});
