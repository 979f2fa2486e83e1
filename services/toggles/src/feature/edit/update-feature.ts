import { isDeepStrictEqual } from 'node:util';
import {
  Failure,
  featureArchived,
  featureDependenciesRemoved,
  featureMetadataUpdated,
  featureRevived,
  featureStaleOff,
  featureStaleOn,
  type FeatureVariant,
} from '@signalbox/contracts';
import { type Context, only, Reply, requirePermission, route } from '@signalbox/kit';
import { atOnce } from '@signalbox/table';
import type { Pointer } from '../../base/input/bad-value.ts';
import { putIntoArchive, takeOutOfArchive } from '../archive/archive.ts';
import { eventKeys, etagOf, type Feature, type FeatureKey, findFeature, isArchived, raiseVersion } from '../feature/feature.ts';
import { type FeatureEnvironment, newestOf, readSettings, unionByName } from '../feature/feature-environment.ts';
import { featureParams, serializeMetadata, UpdatedFeature, UpdateFeature } from '../feature/feature.schema.ts';
import { writtenFeature } from '../../tables/feature.ts';
import { refuseUnknownTypes } from '../../vocabulary/feature-type/feature-type.ts';

export const updateFeatureRoute = route(
  {
    method: 'put',
    path: '/api/admin/projects/:projectId/features/:featureName',
    summary: 'Update a feature; omitted properties stay unchanged',
    permission: 'UPDATE_FEATURE',
    scope: 'project of the path',
    params: featureParams,
    body: UpdateFeature,
    answers: { 200: UpdatedFeature },
    headers: { ETag: 'The version of the feature, for `If-Match`.' },
    failures: ['NoAccessError', 'BadDataError', 'InvalidOperationError', 'NotFoundError', 'PreconditionFailedError'],
    events: [featureDependenciesRemoved, featureMetadataUpdated, featureStaleOn, featureStaleOff, featureArchived, featureRevived],
  },
  async ({ params, body }, context) => replyChanged(await updateFeature(context, params, body)),
);

/** A feature after a change. */
export interface ChangedFeature {
  readonly feature: Feature;
  readonly metadata: ReturnType<typeof serializeMetadata>;
  readonly variants: FeatureVariant[];
}

type SettingsOfFeatures = Awaited<ReturnType<typeof readSettings>>;
type Settings = Pick<FeatureEnvironment, 'lastSeenAt' | 'variants'>;

/** Changes a feature, archived or not. Throws 400 if the name differs from the feature's. */
export async function updateFeature(context: Context, key: FeatureKey, input: UpdateFeature): Promise<ChangedFeature> {
  if (input.name !== undefined && input.name !== key.featureName) {
    throw new Failure('BadDataError', `name must be ${key.featureName}, as in the path: features cannot be renamed; got ${input.name}`);
  }
  return changeMetadata(context, await lockDescribed(context, key), input);
}

/** A feature with what its metadata includes. */
interface LockedFeature {
  readonly feature: Feature;
  readonly settings: SettingsOfFeatures;
}

/** Like `findFeature`, in one message with the settings. The feature is locked before they are read. */
export async function lockDescribed(context: Context, key: FeatureKey): Promise<LockedFeature> {
  const [feature, settings] = await atOnce(findFeature(context, key), readSettings(context.em, [key.featureName]));
  return { feature, settings };
}

/** Like `changeAllMetadata`, for one feature. Protection does not guard metadata (`FeatureMarks`), but it guards archiving on every route. */
export async function changeMetadata(
  context: Context,
  { feature, settings }: LockedFeature,
  input: UpdateFeature,
): Promise<ChangedFeature> {
  if (input.archived && !isArchived(feature) && context.directWrite)
    requirePermission(context, 'DELETE_FEATURE', { project: feature.project });
  return only(await changeEach(context, [{ feature, input }], settings));
}

/** A change of one feature's metadata, and the pointer to it in the request. */
export interface MetadataChange {
  readonly feature: Feature;
  readonly input: UpdateFeature;
  readonly pointer?: Pointer;
  /** Moves the feature to a set of documents. */
  readonly managedBy?: string;
}

/** Sets the properties of each `input`. Emits one metadata event, and events for changes of stale and archived. */
export async function changeAllMetadata(context: Context, changes: readonly MetadataChange[]): Promise<ChangedFeature[]> {
  if (changes.length === 0) return [];
  const names = changes.map(({ feature }) => feature.name);
  return changeEach(context, changes, await readSettings(context.em, names));
}

async function changeEach(context: Context, changes: readonly MetadataChange[], settings: SettingsOfFeatures): Promise<ChangedFeature[]> {
  const retyped = changes.filter(({ feature, input }) => input.type !== undefined && input.type !== feature.type);
  await refuseUnknownTypes(
    context.em,
    retyped.map(({ input: { type }, pointer }) => ({ type, pointer })),
  );
  const changed: ChangedFeature[] = [];
  for (const change of changes) changed.push(await changeOne(context, change, settings.get(change.feature.name) ?? []));
  return changed;
}

async function changeOne(context: Context, change: MetadataChange, settings: readonly Settings[]): Promise<ChangedFeature> {
  const { feature, input, managedBy } = change;
  const lastSeenAt = newestOf(settings);
  const preData = serializeMetadata(feature, lastSeenAt);
  await set(context, feature, input);
  if (managedBy !== undefined) feature.managedBy = managedBy;
  const data = serializeMetadata(feature, lastSeenAt);
  const changed = !isDeepStrictEqual(data, preData);
  if (changed) raiseVersion(context, feature);
  if (changed) context.publish(featureMetadataUpdated, { ...eventKeys(feature), data, preData });
  if (data.stale !== preData.stale) context.publish(data.stale ? featureStaleOn : featureStaleOff, eventKeys(feature));
  if (data.archived !== preData.archived) context.publish(data.archived ? featureArchived : featureRevived, eventKeys(feature));
  return { feature, metadata: data, variants: unionByName(settings) };
}

/** Returns the metadata and the deprecated fields, with the `ETag` for the next `If-Match`. */
export function replyChanged({ feature, metadata, variants }: ChangedFeature): Reply<UpdatedFeature> {
  return new Reply({ ...metadata, variants, strategies: [] }, { headers: { etag: etagOf(feature) } });
}

async function set(context: Context, feature: Feature, input: UpdateFeature): Promise<void> {
  const { archived, ...rest } = input;
  Object.assign(feature, writtenFeature.given(rest));
  if (archived === undefined || archived === isArchived(feature)) return;
  await (archived ? putIntoArchive(context, [feature]) : takeOutOfArchive(context, [feature]));
}
