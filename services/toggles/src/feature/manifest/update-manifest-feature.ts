import { Failure, featureMetadataUpdated, manifestTypeOf } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { atOnce } from '@signalbox/table';
import { badValue } from '../../base/input/bad-value.ts';
import { changeMetadata } from '../edit/update-feature.ts';
import { type Feature, findFeatureAnywhere, isArchived } from '../feature/feature.ts';
import { readSettings } from '../feature/feature-environment.ts';
import { featureNameParams } from '../feature/feature.schema.ts';
import {
  capabilityHeader,
  manifestPath,
  ManifestFeature,
  refuseOtherType,
  replyStored,
  StoredManifestFeature,
} from './manifest-feature.schema.ts';

const { key, name, type, description, defaultValue } = ManifestFeature.properties;
const UpdatedManifestFeature = Type.Object({ key, name, type, description, defaultValue: Type.Optional(defaultValue) });
type UpdatedManifestFeature = Static<typeof UpdatedManifestFeature>;

export const updateManifestFeatureRoute = route(
  {
    method: 'put',
    path: `${manifestPath}/:featureName`,
    summary: 'Update the description and the default value of a feature from a flag of the OpenFeature CLI',
    permission: 'UPDATE_FEATURE',
    scope: 'project of the feature',
    params: featureNameParams,
    body: UpdatedManifestFeature,
    answers: { 200: StoredManifestFeature },
    headers: capabilityHeader,
    failures: ['BadDataError', 'ConflictError', 'NotFoundError', 'PreconditionFailedError'],
    events: [featureMetadataUpdated],
  },
  async ({ params, body }, context) => replyStored(await updateFromManifest(context, params.featureName, body), context.now()),
);

/** Replaces the description. Throws 409 for an archived feature, and for another type than that of the default value. */
async function updateFromManifest(context: Context, featureName: string, input: UpdatedManifestFeature): Promise<Feature> {
  const [feature, settings] = await atOnce(
    findFeatureAnywhere(context, featureName, 'UPDATE_FEATURE'),
    readSettings(context.em, [featureName]),
  );
  if (input.key !== featureName) throw badValue({ path: 'key' }, `must be ${featureName}, as in the path`);
  if (isArchived(feature)) throw new Failure('ConflictError', `The feature ${featureName} is archived. Revive it first.`);
  if (input.defaultValue !== undefined) refuseOtherType({ type: input.type, defaultValue: input.defaultValue });
  refuseChangedType(feature, input);
  const codeDefault = input.defaultValue === undefined ? {} : { codeDefault: input.defaultValue };
  await changeMetadata(context, { feature, settings }, { description: input.description ?? null, ...codeDefault });
  return feature;
}

const numeric: readonly string[] = ['integer', 'float'];

function refuseChangedType({ name: featureName, codeDefault }: Feature, input: UpdatedManifestFeature): void {
  if (codeDefault === undefined || codeDefault === null) return;
  const current = manifestTypeOf(codeDefault);
  if (current === input.type || (numeric.includes(current) && numeric.includes(input.type))) return;
  throw new Failure('ConflictError', `The type of ${featureName} is ${current}, and code depends on it. It cannot become ${input.type}.`);
}
