import { nullable, Tag } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';

export const TagParams = Type.Object({ type: Type.String(), value: Type.String() });
export const tagTypeParams = Type.Object({ name: Type.String() });

/** Each change is an event that names all tags of its feature, so what many cost grows with their square. */
const Tags = Type.Array(Tag, { maxItems: 100 });

/** All additions are applied before all removals. */
export const TagChange = Type.Object({ addedTags: Tags, removedTags: Tags });
export type TagChange = Static<typeof TagChange>;

/** The number is the specification's "tag schema version". */
export const TagList = Type.Object({ version: Type.Literal(1), tags: Type.Array(Tag) });
/** As `TagList`, of one. */
export const VersionedTag = Type.Object({ version: Type.Literal(1), tag: Tag });

const Note = nullable(Type.String({ maxLength: 255 }));
/** The name stands in addresses. */
const TagTypeName = Type.String({ minLength: 2, maxLength: 50, pattern: "^(?!\\.\\.$)[A-Za-z0-9\\-_.!~*'()]+$" });

export const TagTypeContent = Type.Object({ description: Type.Optional(Note), icon: Type.Optional(Note) });
export type TagTypeContent = Static<typeof TagTypeContent>;
export const CreateTagType = Type.Object({ name: TagTypeName, ...TagTypeContent.properties });
export type CreateTagType = Static<typeof CreateTagType>;

/** Where a tag is read, relative to `/api/admin/`. */
export const locationOf = ({ type, value }: Tag): string => `tags/${encodeURIComponent(type)}/${encodeURIComponent(value)}`;
