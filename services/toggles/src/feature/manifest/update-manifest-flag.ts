import { Failure, featureMetadataUpdated, flagTypeOf } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { badValue } from '../../base/input/bad-value.ts';
import { changeMetadata } from '../edit/update-feature.ts';
import { type Feature, findFeatureAnywhere, isArchived } from '../feature/feature.ts';
import { featureNameParams } from '../feature/feature.schema.ts';
import { capabilityHeader, flagsPath, ManifestFlag, refuseOtherType, replyStored, StoredFlag } from './manifest-flag.schema.ts';

const { key, name, type, description, defaultValue } = ManifestFlag.properties;
const UpdatedFlag = Type.Object({ key, name, type, description, defaultValue: Type.Optional(defaultValue) });
type UpdatedFlag = Static<typeof UpdatedFlag>;

export const updateManifestFlagRoute = route(
  {
    method: 'put',
    path: `${flagsPath}/:featureName`,
    summary: 'Update the description and the default value of a feature from a flag of the OpenFeature CLI',
    permission: 'UPDATE_FEATURE',
    scope: 'project of the feature',
    params: featureNameParams,
    body: UpdatedFlag,
    answers: { 200: StoredFlag },
    headers: capabilityHeader,
    failures: ['BadDataError', 'ConflictError', 'NotFoundError', 'PreconditionFailedError'],
    events: [featureMetadataUpdated],
  },
  async ({ params, body }, context) => replyStored(await updateFlag(context, params.featureName, body), context.now()),
);

/** Replaces the description. Throws 409 for an archived feature, and for another type than that of the default value. */
export async function updateFlag(context: Context, featureName: string, flag: UpdatedFlag): Promise<Feature> {
  const feature = await findFeatureAnywhere(context, featureName, 'UPDATE_FEATURE');
  if (flag.key !== featureName) throw badValue({ path: 'key' }, `must be ${featureName}, as in the path`);
  if (isArchived(feature)) throw new Failure('ConflictError', `The feature ${featureName} is archived. Revive it first.`);
  if (flag.defaultValue !== undefined) refuseOtherType({ type: flag.type, defaultValue: flag.defaultValue });
  refuseChangedType(feature, flag);
  const codeDefault = flag.defaultValue === undefined ? {} : { codeDefault: flag.defaultValue };
  await changeMetadata(context, feature, { description: flag.description ?? null, ...codeDefault });
  return feature;
}

const numeric: readonly string[] = ['integer', 'float'];

function refuseChangedType({ name: featureName, codeDefault }: Feature, flag: UpdatedFlag): void {
  if (codeDefault === undefined || codeDefault === null) return;
  const current = flagTypeOf(codeDefault);
  if (current === flag.type || (numeric.includes(current) && numeric.includes(flag.type))) return;
  throw new Failure('ConflictError', `The type of ${featureName} is ${current}, and code depends on it. It cannot become ${flag.type}.`);
}
