import { type Tag, tagCreated } from '@signalbox/contracts';
import { compareTexts, type Context } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import { badValue } from '../../base/input/bad-value.ts';
import { lockTagTypes } from './tag-type.ts';
import { tagTable } from '../../tables/vocabulary.ts';

/** A tag that was created by hand or by its first use. It stays available until it is deleted, whether features use it or not. */
export class KnownTag extends tagTable.entity.class {}
tagTable.entity.setClass(KnownTag);

export const tagOrder = { type: 'asc', value: 'asc' } as const;

/** Like `tagOrder`, for lists in memory. */
export const byTypeAndValue = (left: Tag, right: Tag): number =>
  compareTexts(left.type, right.type) || compareTexts(left.value, right.value);

export const serializeTag = ({ type, value }: Tag): Tag => ({ type, value });

/** The tag as a key of maps. */
export const tagKey = ({ type, value }: Tag): string => compositeKey(type, value);

/** Stores the tags that do not exist yet, emits an event for each, and returns them. */
export async function makeKnown(context: Context, tags: readonly Tag[]): Promise<Tag[]> {
  const stored = await storeTags(context, tags);
  for (const tag of stored) context.publish(tagCreated, { data: tag });
  return stored;
}

/**
 * Stores the tags that do not exist yet, and returns them. The lock on their types prevents concurrent requests from creating
 * the same tag.
 */
export async function storeTags(context: Pick<Context, 'em' | 'now'>, tags: readonly Tag[]): Promise<Tag[]> {
  if (tags.length === 0) return [];
  tags.forEach(refuseBlanks);
  await lockTagTypes(
    context,
    tags.map(({ type }) => type),
  );
  const missing = new Map(tags.map((tag) => [tagKey(tag), serializeTag(tag)]));
  // Queries by types and values instead of pairs, because a database limits their number. Extra matches are harmless.
  const type = { $in: [...new Set(tags.map((tag) => tag.type))] };
  const value = { $in: [...new Set(tags.map((tag) => tag.value))] };
  for (const known of await context.em.find(KnownTag, { type, value })) missing.delete(tagKey(known));
  for (const tag of missing.values()) context.em.create(KnownTag, { ...tag, createdAt: context.now() });
  return [...missing.values()];
}

/** Searches trim values, and databases treat trailing blanks differently. */
function refuseBlanks({ value }: Tag): void {
  if (value.trim() !== value) throw badValue('value', `must not start or end with spaces; got ${JSON.stringify(value)}`);
}
