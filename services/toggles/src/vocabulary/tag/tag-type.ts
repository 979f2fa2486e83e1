import { LockMode } from '@mikro-orm/core';
import { Failure, type TagTypeShape } from '@signalbox/contracts';
import type { Context, EntityManager } from '@signalbox/kit';
import { badValue } from '../../base/input/bad-value.ts';
import { findExisting, lockExisting } from '../../base/database/find-existing.ts';
import { tagTypeTable } from '../../tables/vocabulary.ts';

export class TagType extends tagTypeTable.entity.class {}
tagTypeTable.entity.setClass(TagType);

export const serializeTagType = ({ name, description, icon, managedBy }: TagType): TagTypeShape => ({
  name,
  description: description ?? null,
  icon: icon ?? null,
  ...(managedBy && { managedBy }),
});

const tagType = (name: string) => ({ entity: TagType, where: { name }, called: `tag type ${name}` });
export const findTagType = (em: EntityManager, name: string): Promise<TagType> => findExisting(em, tagType(name));
export const lockTagType = ({ em }: Pick<Context, 'em'>, name: string): Promise<TagType> => lockExisting(em, tagType(name));

/** Locks the tag types in a fixed order, so that none is deleted while tags of it are created. Throws 400 for one that does not exist. */
export async function lockTagTypes({ em }: Pick<Context, 'em'>, names: readonly string[]): Promise<void> {
  const found = await em.find(
    TagType,
    { name: { $in: [...new Set(names)] } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { name: 'asc' } },
  );
  const missing = names.find((name) => !found.some((type) => type.name === name));
  if (missing !== undefined) throw badValue('type', `must be an existing tag type; got ${missing}`);
}

/** Throws 409 for a name in use. */
export async function refuseTakenTagType(em: EntityManager, name: string): Promise<void> {
  if (await em.findOne(TagType, { name })) throw new Failure('NameExistsError', `A tag type named ${name} already exists.`);
}
