import { featureLinkAdded, featureLinkRemoved, nullable } from '@signalbox/contracts';
import { type Context, type EntityManager } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { badValue, type Pointer, under } from '../../base/input/bad-value.ts';
import { featureLinks, refuseTooMany } from '../../base/setting/limits.ts';
import { tablesOf } from '../../tables/tables.ts';
import { eventKeys, type NamedFeature } from './feature.ts';
import { featureLinkTable } from '../../tables/feature-parts.ts';

/** A link from a feature to a page about it. */
export class FeatureLink extends featureLinkTable.entity.class {}
featureLinkTable.entity.setClass(FeatureLink);

const Title = nullable(Type.String({ maxLength: 255 }));

/** A link in a request. */
export const LinkInput = Type.Object({ url: Type.String({ minLength: 1, maxLength: 2000 }), title: Type.Optional(Title) });
export type LinkInput = Static<typeof LinkInput>;

/** A link in responses and events. */
export const FeatureLinkShape = Type.Object({ id: Type.String({ format: 'uuid' }), url: Type.String(), title: Title });
export type FeatureLinkShape = Static<typeof FeatureLinkShape>;

export const serializeLink = ({ id, url, title }: Pick<FeatureLink, 'id' | 'url' | 'title'>): FeatureLinkShape => ({
  id,
  url,
  title: title ?? null,
});

/** Returns the stored form of an input. Throws 400 for an unsafe address. */
export function normaliseLink({ url, title }: LinkInput, pointer: Pointer = { path: '' }): Content {
  refuseUnsafeUrl(url, under(pointer, 'url'));
  return { url, title: title || null };
}

/** Throws 400 unless the address is absolute and uses HTTP or HTTPS. Consoles would execute a script when a user follows the link. */
function refuseUnsafeUrl(url: string, pointer: Pointer): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  if (protocol === 'https:' || protocol === 'http:') return;
  throw badValue(pointer, `must be a URL that starts with https:// or http://; got ${url}`);
}

/** Links of one feature, and their location in the request. */
export interface LinksInput {
  readonly feature: NamedFeature;
  readonly links: readonly LinkInput[];
  readonly pointer?: Pointer;
}

/** Adds links to locked or new features. Throws 400 if one would exceed the limit of the setting. */
export async function addLinks(context: Context, inputs: readonly LinksInput[]): Promise<void> {
  const stored = await findLinks(context, inputs);
  for (const input of inputs) {
    const own = stored.get(input.feature.name) ?? [];
    refuseTooManyLinks(context, input, own.length + input.links.length);
    appendLinks(context, input.feature, own, normaliseLinks(input));
  }
}

/** Replaces the links of locked features. Existing links that are in the list stay. */
export async function replaceLinks(context: Context, inputs: readonly LinksInput[]): Promise<void> {
  const stored = await findLinks(context, inputs);
  for (const input of inputs) {
    const missing = new Map(normaliseLinks(input).map((link) => [contentKey(link), link]));
    refuseTooManyLinks(context, input, missing.size);
    const own = stored.get(input.feature.name) ?? [];
    for (const link of own) {
      if (!missing.delete(contentKey(serializeLink(link)))) removeLinkOf(context, input.feature, link);
    }
    appendLinks(context, input.feature, own, [...missing.values()]);
  }
}

type Content = Pick<FeatureLinkShape, 'url' | 'title'>;

const contentKey = ({ url, title }: Content): string => JSON.stringify([url, title]);

const normaliseLinks = ({ links, pointer }: LinksInput): Content[] =>
  links.map((link, index) => normaliseLink(link, pointer && under(pointer, index)));

const refuseTooManyLinks = ({ settings }: Pick<Context, 'settings'>, { pointer = { path: 'links' } }: LinksInput, count: number): void =>
  refuseTooMany(settings, featureLinks, count, pointer);

function appendLinks(context: Context, feature: NamedFeature, stored: readonly FeatureLink[], contents: readonly Content[]): void {
  const next = Math.max(0, ...stored.map(({ sortOrder }) => sortOrder + 1));
  for (const [index, content] of contents.entries()) {
    const data = { id: context.id(), ...content };
    context.em.create(FeatureLink, { ...data, featureName: feature.name, sortOrder: next + index, createdAt: context.now() });
    context.publish(featureLinkAdded, { ...eventKeys(feature), data });
  }
}

export function removeLinkOf(context: Context, feature: NamedFeature, link: FeatureLink): void {
  context.em.remove(link);
  context.publish(featureLinkRemoved, { ...eventKeys(feature), preData: serializeLink(link) });
}

async function findLinks({ em }: Context, inputs: readonly LinksInput[]): Promise<Map<string, FeatureLink[]>> {
  if (inputs.length === 0) return new Map();
  const names = inputs.map(({ feature }) => feature.name);
  return Map.groupBy(await em.find(FeatureLink, { featureName: { $in: names } }), ({ featureName }) => featureName);
}

/** The links by feature in order of creation, without features that have none. Executes one statement. */
export async function readLinks(em: EntityManager, featureNames: readonly string[]): Promise<Map<string, FeatureLinkShape[]>> {
  if (featureNames.length === 0) return new Map();
  const rows = await tablesOf(em)
    .selectFrom('feature_link')
    .where('feature_name', 'in', [...featureNames])
    .select(['feature_name', 'id', 'url', 'title'])
    .orderBy('feature_name')
    .orderBy('sort_order')
    .execute();
  const links = Map.groupBy(rows, ({ feature_name }) => feature_name);
  return new Map([...links].map(([name, own]) => [name, own.map(serializeLink)]));
}
