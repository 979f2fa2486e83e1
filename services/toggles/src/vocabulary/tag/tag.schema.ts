import { nullable, Tag } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';

export const TagParams = Type.Object({ type: Type.String(), value: Type.String() });
export const tagTypeParams = Type.Object({ name: Type.String() });

/** Each change emits an event with all tags of its feature, so the cost grows with the square of their number. */
const Tags = Type.Array(Tag, { maxItems: 100 });

/** All additions are applied before all removals. */
export const TagChange = Type.Object({ addedTags: Tags, removedTags: Tags });
export type TagChange = Static<typeof TagChange>;

/** The version is the specification's "tag schema version". */
export const TagList = Type.Object({ version: Type.Literal(1), tags: Type.Array(Tag) });
/** Like `TagList`, for a single tag. */
export const VersionedTag = Type.Object({ version: Type.Literal(1), tag: Tag });

const Note = nullable(Type.String({ maxLength: 255 }));
/** The name is part of addresses. */
const TagTypeName = Type.String({ minLength: 2, maxLength: 50, pattern: "^(?!\\.\\.$)[A-Za-z0-9\\-_.!~*'()]+$" });

export const TagTypeContent = Type.Object({ description: Type.Optional(Note), icon: Type.Optional(Note) });
export type TagTypeContent = Static<typeof TagTypeContent>;
export const CreateTagType = Type.Object({ name: TagTypeName, ...TagTypeContent.properties });
export type CreateTagType = Static<typeof CreateTagType>;

/** The address of a tag, relative to `/api/admin/`. */
export const locationOf = ({ type, value }: Tag): string => `tags/${encodeURIComponent(type)}/${encodeURIComponent(value)}`;
