import { Type } from 'typebox';
import { Constraint, ProjectMode, Tag } from '../shapes.ts';
import { defineEvent } from './define-event.ts';
import { projectEnvironment } from './scope.ts';

// The batch import states its changes as the facts that they are (feature-created, feature-strategy-add ...). The
// deprecated state import has kinds of its own: `<noun>-import` carries the imported item, at least what names it.

const Named = Type.Object({ name: Type.String() });

export const featuresExported = defineEvent('toggles', 'features-exported', {
  when: 'features are exported; only their names are kept',
  data: Type.Object({ features: Type.Array(Type.String()) }),
});

/** Touches nothing itself: each imported feature has stated a fact of its own before it. */
export const featuresImported = defineEvent('toggles', 'features-imported', {
  when: 'a batch import is complete, as its last fact',
  scope: projectEnvironment,
});

export const featureImport = defineEvent('toggles', 'feature-import', {
  when: 'the state import writes a feature',
  touches: 'feature',
  data: Named,
});

export const featureTagImport = defineEvent('toggles', 'feature-tag-import', {
  when: 'the state import puts a tag on a feature',
  touches: 'everything',
  data: Type.Object({ featureName: Type.String(), tag: Tag }),
});

export const strategyImport = defineEvent('toggles', 'strategy-import', {
  when: 'the state import writes the definition of a strategy',
  data: Named,
});

export const tagImport = defineEvent('toggles', 'tag-import', {
  when: 'the state import writes a tag',
  data: Tag,
});

export const tagTypeImport = defineEvent('toggles', 'tag-type-import', {
  when: 'the state import writes a tag type',
  data: Named,
});

export const projectImport = defineEvent('toggles', 'project-import', {
  when: 'the state import writes a project',
  data: Type.Object({ id: Type.String(), name: Type.String(), mode: Type.Optional(ProjectMode) }),
});

export const environmentImport = defineEvent('toggles', 'environment-import', {
  when: 'the state import writes an environment',
  data: Type.Object({ name: Type.String(), type: Type.String() }),
});

export const segmentImport = defineEvent('toggles', 'segment-import', {
  when: 'the state import writes a segment',
  touches: 'segment',
  data: Type.Object({ name: Type.String(), constraints: Type.Array(Constraint) }),
});
