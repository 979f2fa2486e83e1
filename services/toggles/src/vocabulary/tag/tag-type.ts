import { defineEntity, LockMode, p } from '@mikro-orm/core';
import { Failure, type TagTypeShape } from '@signalbox/contracts';
import type { Context, EntityManager } from '@signalbox/kit';

export const tagTypeEntity = defineEntity({
  name: 'TagType',
  tableName: 'tag_type',
  properties: { name: p.string().primary(), description: p.string().nullable(), icon: p.string().nullable() },
});

/** A kind of tag. */
export class TagType extends tagTypeEntity.class {}
tagTypeEntity.setClass(TagType);

export const presentTagType = ({ name, description, icon }: TagType): TagTypeShape => ({
  name,
  description: description ?? null,
  icon: icon ?? null,
});

/** 404 for a tag type that does not exist. */
export async function findTagType(em: EntityManager, name: string): Promise<TagType> {
  return existing(await em.findOne(TagType, { name }), name);
}

/** As `findTagType`, for a change: the row is locked. */
export async function lockTagType({ em }: Context, name: string): Promise<TagType> {
  return existing(await em.findOne(TagType, { name }, { lockMode: LockMode.PESSIMISTIC_WRITE }), name);
}

/** Locks the tag types in one order, so that none is deleted while tags are made of it. 400 for one that does not exist. */
export async function lockTagTypes({ em }: Pick<Context, 'em'>, names: readonly string[]): Promise<void> {
  const found = await em.find(
    TagType,
    { name: { $in: [...new Set(names)] } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { name: 'asc' } },
  );
  const missing = names.find((name) => !found.some((type) => type.name === name));
  if (missing !== undefined) throw new Failure('BadDataError', `type must be a tag type that exists; there is no ${missing}`);
}

/** 409 for a name in use. */
export async function refuseTakenTagType(em: EntityManager, name: string): Promise<void> {
  if (await em.findOne(TagType, { name })) throw new Failure('NameExistsError', `A tag type with the name ${name} exists already.`);
}

function existing(type: TagType | null, name: string): TagType {
  if (!type) throw new Failure('NotFoundError', `There is no tag type ${name}.`);
  return type;
}
