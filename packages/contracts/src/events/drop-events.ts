import { Type } from 'typebox';
import { defineEvent } from './define-event.ts';

/** Emitted by the state import with `drop`, which deletes all rows of one kind at once, whether SDKs used them or not. */
const dropEvent = <Kind extends string, Name extends string>(type: Kind, name: Name, what: string) =>
  defineEvent('toggles', type, {
    when: `the state import deletes all ${what} before importing its own`,
    touches: 'everything',
    data: Type.Object({ name: Type.Literal(name) }),
  });

/** A state import with `drop` began by deleting all features. */
export const dropFeatures = dropEvent('drop-features', 'all-features', 'features');
/** A state import with `drop` began by deleting all feature tags. */
export const dropFeatureTags = dropEvent('drop-feature-tags', 'all-feature-tags', 'tags of features');
/** A state import with `drop` began by deleting all strategies. */
export const dropStrategies = dropEvent('drop-strategies', 'all-strategies', 'definitions of custom strategies');
/** A state import with `drop` began by deleting all tags. */
export const dropTags = dropEvent('drop-tags', 'all-tags', 'tags');
/** A state import with `drop` began by deleting all tag types. */
export const dropTagTypes = dropEvent('drop-tag-types', 'all-tag-types', 'tag types');
/** A state import with `drop` began by deleting all projects. */
export const dropProjects = dropEvent('drop-projects', 'all-projects', 'projects');
/** A state import with `drop` began by deleting all environments. */
export const dropEnvironments = dropEvent('drop-environments', 'all-environments', 'environments');
