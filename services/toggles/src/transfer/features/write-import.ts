import { isDeepStrictEqual } from 'node:util';
import { LockMode } from '@mikro-orm/core';
import type { Context } from '@signalbox/kit';
import { Projection } from '@signalbox/table';
import { featureEnvironmentTable } from '../../tables/feature-parts.ts';
import { createContextField } from '../../vocabulary/context-field/create-context-field.ts';
import { addDependencies } from '../../feature/dependency/add-dependency.ts';
import { createFeatures } from '../../feature/feature/create-features.ts';
import { Feature } from '../../feature/feature/feature.ts';
import { replaceLinks } from '../../feature/feature/feature-link.ts';
import { FeatureEnvironment } from '../../feature/feature/feature-environment.ts';
import { publishSwitch } from '../../feature/feature/switch-feature.ts';
import { changeAllMetadata } from '../../feature/edit/update-feature.ts';
import { countStrategies } from '../../feature/strategy/count-strategies.ts';
import { appendDefaultStrategies } from '../../feature/activation/append-default-strategy.ts';
import { createStrategies } from '../../feature/strategy/create-strategy.ts';
import { addPlan } from '../../release/plan/add-plan.ts';
import { deletePlansOf } from '../../release/plan/delete-plan.ts';
import { replaceSafeguards } from '../../release/safeguard/replace-safeguards.ts';
import type { FeatureInEnvironment } from '../../feature/feature/feature-in-environment.ts';
import { writtenFeature } from '../../tables/feature.ts';
import { tablesOf } from '../../tables/tables.ts';
import { type ReadStrategy, readStrategies, Strategy } from '../../feature/strategy/strategy.ts';
import { changeTagsOfEach } from '../../feature/tag/change-tags.ts';
import { createTagType } from '../../vocabulary/tag/create-tag-type.ts';
import { FeatureTag, readTags } from '../../feature/tag/feature-tag.ts';
import { tagKey } from '../../vocabulary/tag/tag.ts';
import { writeVariants } from '../../feature/variant/write-variants.ts';
import { eachChunk, writeInChunks } from '../../base/database/in-chunks.ts';
import { type Destination, type FeatureImport, isBare, type PreparedImport } from './prepare-import.ts';
import type { Review } from './review-import.ts';

/** Writes a reviewed import, grouped by kind in the order of the API (reference, toggle side §16.6). */
export async function writeImport(context: Context, destination: Destination, prepared: PreparedImport, review: Review): Promise<void> {
  const { features } = prepared;
  await writeInChunks(context, features, (chunk) => writeMetadata(context, destination, chunk));
  const varied = features.filter(({ environment }) => environment && environment.variants !== null);
  await writeInChunks(context, varied, (chunk) => writeVariantsOf(context, destination, chunk));
  await writeLabels(context, destination, prepared, review);
  await replaceStrategies(context, destination, features);
  const planned = features.filter(({ plan }) => plan);
  await writeInChunks(context, planned, (chunk) => addPlans(context, destination, chunk));
  const guarded = features.filter(({ safeguards }) => safeguards);
  await writeInChunks(context, guarded, (chunk) => replaceGuards(context, destination, chunk));
  await writeInChunks(context, features, (chunk) => switchAll(context, destination, chunk));
  const children = features.filter(({ parents }) => parents.length > 0);
  await writeInChunks(context, children, (chunk) => dependAll(context, chunk));
}

/** Like `writeImport`, for the parts that need no change request: the features, and everything outside of environments. */
export async function writeUnguarded(context: Context, destination: Destination, prepared: PreparedImport, review: Review): Promise<void> {
  await writeInChunks(context, prepared.features, (chunk) => writeMetadata(context, destination, chunk));
  await writeLabels(context, destination, prepared, review);
}

async function writeLabels(context: Context, destination: Destination, { features }: PreparedImport, review: Review): Promise<void> {
  for (const type of review.newTagTypes) await createTagType(context, type);
  await writeInChunks(context, features, (chunk) => replaceTags(context, destination, chunk));
  const linked = features.filter(({ links }) => links !== null);
  await writeInChunks(context, linked, (chunk) => writeLinks(context, destination, chunk));
  for (const field of review.newContextFields) await createContextField(context, field);
  await context.em.flush();
}

async function writeMetadata(context: Context, { project }: Destination, chunk: readonly FeatureImport[]): Promise<void> {
  const fresh = chunk.filter(({ exists }) => !exists);
  await createFeatures(
    context,
    project,
    fresh.map(({ metadata, pointer }) => ({ input: metadata, pointer })),
  );
  const there = await lockFeatures(
    context,
    await changedOf(
      context,
      chunk.filter(({ exists }) => exists),
    ),
  );
  await changeAllMetadata(
    context,
    chunk.flatMap((item) => {
      const feature = there.get(item.name);
      return feature ? [{ feature, input: contentOf(item), pointer: item.pointer }] : [];
    }),
  );
}

/** The existing features with a property that differs from the import. Their rows are locked. */
async function changedOf({ em }: Context, chunk: readonly FeatureImport[]): Promise<FeatureImport[]> {
  if (chunk.length === 0) return [];
  const rows = await writtenFeature.read(tablesOf(em).selectFrom('feature').where('name', 'in', namesOf(chunk)).select('name'));
  const stored = new Map(rows.map((row) => [row.name, row]));
  return chunk.filter((item) => {
    const own: Readonly<Record<string, unknown>> = stored.get(item.name) ?? {};
    return Object.entries(contentOf(item)).some(([name, value]) => !isDeepStrictEqual(value, own[name]));
  });
}

const namesOf = (chunk: readonly FeatureImport[]) => chunk.map(({ name }) => name);

/** Ignores all other properties, such as whether the feature is archived. */
const contentOf = ({ metadata }: FeatureImport) => writtenFeature.given(metadata);

async function writeVariantsOf(context: Context, destination: Destination, chunk: readonly FeatureImport[]): Promise<void> {
  for (const { target, item } of await settingsOfEach(context, destination, chunk)) {
    const { variants = null, pointer } = item.environment ?? {};
    if (variants) writeVariants(context, target, variants, pointer);
  }
}

async function replaceTags(context: Context, { project }: Destination, chunk: readonly FeatureImport[]): Promise<void> {
  await removeTags(
    context,
    chunk.filter(({ exists }) => exists),
  );
  const tagged = chunk.filter(({ tags }) => tags.length > 0);
  await changeTagsOfEach(
    context,
    tagged.map(({ name, tags }) => ({ feature: { name, project }, addedTags: tags, removedTags: [] })),
  );
}

/** Removes tags that the import does not contain, without an event. */
async function removeTags({ em }: Context, chunk: readonly FeatureImport[]): Promise<void> {
  if (chunk.length === 0) return;
  const desired = new Map(chunk.map(({ name, tags }) => [name, new Set(tags.map(tagKey))]));
  for (const [featureName, tags] of await readTags(em, namesOf(chunk))) {
    for (const tag of tags) if (!desired.get(featureName)?.has(tagKey(tag))) await em.nativeDelete(FeatureTag, { featureName, ...tag });
  }
}

const writeLinks = (context: Context, { project }: Destination, chunk: readonly FeatureImport[]): Promise<void> =>
  replaceLinks(
    context,
    chunk.flatMap(({ name, links }) => (links ? [{ feature: { name, project }, links: links.inputs, pointer: links.pointer }] : [])),
  );

/** Removes existing strategies without an event, and release plans. Imported strategies get new ids. */
async function replaceStrategies(
  context: Context,
  { project, environment }: Destination,
  features: readonly FeatureImport[],
): Promise<void> {
  const existing = features.filter(({ exists }) => exists);
  const replaced: ReadStrategy[] = [];
  await writeInChunks(context, existing, async (chunk) => {
    await deletePlansOf(context, { project, environment }, namesOf(chunk));
    const settings = await readSettings(context.em, chunk, environment);
    const names = settings.filter(({ strategyCount }) => strategyCount > 0).map(({ featureName }) => featureName);
    if (names.length === 0) return;
    replaced.push(...(await readStrategies(context.em, names, environment)));
    await context.em.nativeDelete(Strategy, { featureName: { $in: names }, environment });
    await countStrategies(context.em, names, [environment]);
  });
  const replacedBy = Map.groupBy(replaced, ({ featureName }) => featureName);
  const inputs = features.flatMap(({ name, strategies }) => {
    const common = { keys: { project, environment, featureName: name }, stored: replacedBy.get(name) ?? [] };
    return strategies.map(({ input, pointer }) => ({ ...common, input, pointer }));
  });
  await eachChunk(inputs, (chunk) => createStrategies(context, project, chunk));
}

async function addPlans(context: Context, { project, environment }: Destination, chunk: readonly FeatureImport[]): Promise<void> {
  for (const { name: featureName, plan } of chunk)
    if (plan) await addPlan(context, { projectId: project, featureName, environment }, plan.input, plan.pointer);
}

async function replaceGuards(context: Context, { project, environment }: Destination, chunk: readonly FeatureImport[]): Promise<void> {
  for (const { name: featureName, safeguards } of chunk)
    await replaceSafeguards(context, { projectId: project, featureName, environment }, safeguards ?? []);
}

/** An enabled feature gets an enabled strategy. A feature without an entry is disabled with its last strategy. */
async function switchAll(context: Context, destination: Destination, chunk: readonly FeatureImport[]): Promise<void> {
  const { em } = context;
  const { environment } = destination;
  const stored = new Map((await readSettings(em, chunk, environment)).map(({ featureName, enabled }) => [featureName, enabled]));
  const found = chunk.filter(({ name }) => stored.has(name));
  const keysOf = ({ name }: FeatureImport) => ({ ...destination, featureName: name });
  const bare = found.filter((item) => item.environment?.enabled && isBare(item));
  await appendDefaultStrategies(context, bare.map(keysOf));
  const isOn = (item: FeatureImport) => item.environment?.enabled ?? (stored.get(item.name) === true && !isBare(item));
  const switched = found.filter((item) => isOn(item) !== stored.get(item.name));
  for (const item of switched) publishSwitch(context, keysOf(item), isOn(item));
  for (const [enabled, items] of Map.groupBy(switched, isOn))
    await em.nativeUpdate(
      FeatureEnvironment,
      { featureName: { $in: namesOf(items) }, environment },
      { enabled, switchedAt: context.now() },
    );
}

/** Whether each feature is on in the environment, and the number of its strategies there. */
const readSettings = (em: Context['em'], chunk: readonly FeatureImport[], environment: string) => {
  const settings = tablesOf(em).selectFrom('feature_environment').where('feature_name', 'in', namesOf(chunk));
  return ownSettings.read(settings.where('environment', '=', environment));
};

const ownSettings = new Projection(featureEnvironmentTable, ['featureName', 'enabled', 'strategyCount']);

async function dependAll(context: Context, chunk: readonly FeatureImport[]): Promise<void> {
  const children = await lockFeatures(context, chunk);
  await addDependencies(
    context,
    chunk.flatMap(({ name, parents }) => {
      const child = children.get(name);
      return child ? parents.map((parent) => ({ ...parent, child })) : [];
    }),
  );
}

async function lockFeatures({ em }: Context, chunk: readonly FeatureImport[]): Promise<Map<string, Feature>> {
  if (chunk.length === 0) return new Map();
  const name = { $in: chunk.map((item) => item.name) };
  const features = await em.find(Feature, { name }, { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { name: 'asc' } });
  return new Map(features.map((feature) => [feature.name, feature]));
}

async function settingsOfEach(
  { em }: Context,
  { project, environment }: Destination,
  chunk: readonly FeatureImport[],
): Promise<{ readonly item: FeatureImport; readonly target: FeatureInEnvironment }[]> {
  const stored = await em.find(FeatureEnvironment, { featureName: { $in: chunk.map(({ name }) => name) }, environment });
  const byFeature = new Map(stored.map((settings) => [settings.featureName, settings]));
  return chunk.flatMap((item) => {
    const settings = byFeature.get(item.name);
    return settings ? [{ item, target: { feature: { name: item.name, project }, settings } }] : [];
  });
}
