import { featureTagImport, type Tag, tagImport, tagTypeImport } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { badValue } from '../constraint/bad-value.ts';
import { Feature } from '../feature/feature.ts';
import { storeTagType } from '../tag/create-tag-type.ts';
import { FeatureTag } from '../tag/feature-tag.ts';
import { keyOf, presentTag, storeTags } from '../tag/tag.ts';
import { presentTagType, TagType } from '../tag/tag-type.ts';
import { inChunks } from '../transfer/in-chunks.ts';
import { entriesToWrite } from './entries-to-write.ts';
import type { Entry, State } from './state.schema.ts';

/** Types, tags and taggings come together: without both of the former, none of them is looked at. */
export async function writeTags(context: Context, state: State, keep: boolean): Promise<void> {
  if (!state.tagTypes || !state.tags) return;
  await writeTagTypes(context, state, keep);
  await inChunks(context, state.tags, async (chunk) => {
    for (const tag of await storeTags(context, chunk)) context.publish(tagImport, { data: tag });
  });
  const imported = new Set((state.features ?? []).map(({ name }) => name));
  const taggings = (state.featureTags ?? []).map(tagging).filter(({ featureName }) => imported.has(featureName));
  await inChunks(context, taggings, (chunk) => writeTaggings(context, chunk));
}

async function writeTagTypes(context: Context, state: State, keep: boolean): Promise<void> {
  const known = new Map((await context.em.find(TagType, {})).map((type) => [type.name, presentTagType(type)]));
  for (const entry of entriesToWrite('tagTypes', state.tagTypes, ({ name }) => name, known, keep)) {
    context.publish(tagTypeImport, { data: presentTagType(storeTagType(context, entry)) });
  }
  await context.em.flush();
}

interface Tagging {
  readonly featureName: string;
  readonly tag: Tag;
}

function tagging({ featureName, tagType, type, tagValue, value }: Entry<'featureTags'>, index: number): Tagging {
  const named = tagValue ?? value;
  if (named === undefined) throw badValue({ path: `featureTags/${index}/tagValue`, feature: featureName }, 'is required and missing');
  return { featureName, tag: { type: tagType ?? type ?? 'simple', value: named } };
}

async function writeTaggings(context: Context, chunk: readonly Tagging[]): Promise<void> {
  const { em } = context;
  await storeTags(
    context,
    chunk.map(({ tag }) => tag),
  );
  const featureName = { $in: chunk.map((item) => item.featureName) };
  const features = new Set((await em.find(Feature, { name: featureName })).map(({ name }) => name));
  const stored = await em.find(FeatureTag, { featureName });
  const known = new Set(stored.map((own) => `${own.featureName} ${keyOf(presentTag(own))}`));
  for (const { featureName: name, tag } of chunk) {
    const key = `${name} ${keyOf(tag)}`;
    if (known.has(key) || !features.has(name)) continue;
    known.add(key);
    em.create(FeatureTag, { featureName: name, ...tag, createdAt: context.now() });
    context.publish(featureTagImport, { data: { featureName: name, tag } });
  }
}
