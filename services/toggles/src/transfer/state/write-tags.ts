import { featureTagImport, type Tag, tagImport, tagTypeImport } from '@signalbox/contracts';
import type { Context, EntityManager } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import { badValue } from '../../base/input/bad-value.ts';
import { Feature } from '../../feature/feature/feature.ts';
import { raiseVersions } from '../../feature/feature/raise-versions.ts';
import { storeTagType } from '../../vocabulary/tag/create-tag-type.ts';
import { FeatureTag } from '../../feature/tag/feature-tag.ts';
import { serializeTag, storeTags } from '../../vocabulary/tag/tag.ts';
import { serializeTagType, TagType } from '../../vocabulary/tag/tag-type.ts';
import { writeInChunks } from '../../base/database/in-chunks.ts';
import { entriesToWrite } from './entries-to-write.ts';
import type { Entry, State } from './state.schema.ts';

/** Writes nothing unless the state has both tag types and tags. */
export async function writeTags(context: Context, state: State, keep: boolean): Promise<void> {
  if (!state.tagTypes || !state.tags) return;
  await writeTagTypes(context, state, keep);
  const imported = new Set((state.features ?? []).map(({ name }) => name));
  const taggings = (state.featureTags ?? []).map(tagging).filter(({ featureName }) => imported.has(featureName));
  await refuseUnknownTypes(context.em, [...state.tags.map(({ type }, index) => ({ type, path: `tags/${index}/type` })), ...taggings]);
  await writeInChunks(context, state.tags, async (chunk) => {
    for (const tag of await storeTags(context, chunk)) context.publish(tagImport, { data: tag });
  });
  await writeInChunks(context, taggings, (chunk) => writeTaggings(context, chunk));
}

async function refuseUnknownTypes(em: EntityManager, uses: readonly { readonly type: string; readonly path: string }[]): Promise<void> {
  const known = new Set((await em.find(TagType, {})).map(({ name }) => name));
  const wrong = uses.find(({ type }) => !known.has(type));
  if (wrong) throw badValue(wrong.path, `must be an existing or imported tag type; got ${wrong.type}`);
}

async function writeTagTypes(context: Context, state: State, keep: boolean): Promise<void> {
  const known = new Map((await context.em.find(TagType, {})).map((type) => [type.name, serializeTagType(type)]));
  for (const entry of entriesToWrite('tagTypes', state.tagTypes, { keyOf: ({ name }) => name, stored: known, keep })) {
    context.publish(tagTypeImport, { data: serializeTagType(storeTagType(context, entry)) });
  }
  await context.em.flush();
}

interface Tagging extends Tag {
  readonly featureName: string;
  readonly path: string;
}

function tagging({ featureName, tagType, type, tagValue, value }: Entry<'featureTags'>, index: number): Tagging {
  const named = tagValue ?? value;
  if (named === undefined) throw badValue({ path: `featureTags/${index}/tagValue`, feature: featureName }, 'is required');
  return { featureName, type: tagType ?? type ?? 'simple', value: named, path: `featureTags/${index}/tagType` };
}

async function writeTaggings(context: Context, chunk: readonly Tagging[]): Promise<void> {
  const { em } = context;
  await storeTags(context, chunk);
  const featureName = { $in: chunk.map((item) => item.featureName) };
  const features = new Set((await em.find(Feature, { name: featureName })).map(({ name }) => name));
  const stored = await em.find(FeatureTag, { featureName });
  const known = new Set(stored.map((own) => compositeKey(own.featureName, own.type, own.value)));
  const tagged = new Set<string>();
  for (const { featureName: name, ...rest } of chunk) {
    const tag = serializeTag(rest);
    const key = compositeKey(name, tag.type, tag.value);
    if (known.has(key) || !features.has(name)) continue;
    known.add(key);
    tagged.add(name);
    em.create(FeatureTag, { featureName: name, ...tag, createdAt: context.now() });
    context.publish(featureTagImport, { data: { featureName: name, tag } });
  }
  await raiseVersions(em, tagged);
}
