import { type Static, Type } from 'typebox';
import { nullable, Tag } from '../shapes.ts';
import { defineEvent } from './define-event.ts';
import { feature } from './scope.ts';

/** A tag type in responses and events. */
export const TagTypeShape = Type.Object({
  name: Type.String(),
  description: nullable(Type.String()),
  icon: nullable(Type.String()),
  /** Set of documents that manages the object. Absent if none. */
  managedBy: Type.Optional(Type.String()),
});
export type TagTypeShape = Static<typeof TagTypeShape>;

export const featureTagged = defineEvent('toggles', 'feature-tagged', {
  when: 'a tag is added to a feature',
  scope: feature,
  touches: 'feature',
  data: Tag,
});

export const featureUntagged = defineEvent('toggles', 'feature-untagged', {
  when: 'a tag is removed from a feature',
  scope: feature,
  touches: 'feature',
  preData: Tag,
});

export const tagCreated = defineEvent('toggles', 'tag-created', {
  when: 'a tag is created, directly or by its first use',
  data: Tag,
});

export const tagDeleted = defineEvent('toggles', 'tag-deleted', {
  when: 'a tag is deleted and removed from all features',
  touches: 'everything',
  data: Tag,
});

export const tagTypeCreated = defineEvent('toggles', 'tag-type-created', {
  when: 'a tag type is created',
  data: TagTypeShape,
});

export const tagTypeUpdated = defineEvent('toggles', 'tag-type-updated', {
  when: 'the description or icon of a tag type is updated',
  data: TagTypeShape,
});

export const tagTypeDeleted = defineEvent('toggles', 'tag-type-deleted', {
  when: 'a tag type is deleted with its tags',
  touches: 'everything',
  preData: TagTypeShape,
});
