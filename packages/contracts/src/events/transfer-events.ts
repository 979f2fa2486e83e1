import { Type } from 'typebox';
import { Constraint, ProjectMode, Tag } from '../shapes.ts';
import { defineEvent } from './define-event.ts';
import { projectEnvironment } from './scope.ts';

// The batch import emits the ordinary events of its changes (feature-created, feature-strategy-add ...). The deprecated state import has
// its own kinds: `<noun>-import` contains the imported item, or at least its name.

const Named = Type.Object({ name: Type.String() });

export const featuresExported = defineEvent('toggles', 'features-exported', {
  when: 'features are exported; the event contains only their names',
  data: Type.Object({ features: Type.Array(Type.String()) }),
});

/** Touches nothing itself: each imported feature has already emitted its own event. */
export const featuresImported = defineEvent('toggles', 'features-imported', {
  when: 'a batch import completes; emitted as its last event',
  scope: projectEnvironment,
});

export const featureImport = defineEvent('toggles', 'feature-import', {
  when: 'the state import imports a feature',
  touches: 'feature',
  data: Named,
});

export const featureTagImport = defineEvent('toggles', 'feature-tag-import', {
  when: 'the state import adds a tag to a feature',
  touches: 'everything',
  data: Type.Object({ featureName: Type.String(), tag: Tag }),
});

export const strategyImport = defineEvent('toggles', 'strategy-import', {
  when: 'the state import imports a strategy type',
  data: Named,
});

export const tagImport = defineEvent('toggles', 'tag-import', {
  when: 'the state import imports a tag',
  data: Tag,
});

export const tagTypeImport = defineEvent('toggles', 'tag-type-import', {
  when: 'the state import imports a tag type',
  data: Named,
});

export const projectImport = defineEvent('toggles', 'project-import', {
  when: 'the state import imports a project',
  data: Type.Object({ id: Type.String(), name: Type.String(), mode: Type.Optional(ProjectMode) }),
});

export const environmentImport = defineEvent('toggles', 'environment-import', {
  when: 'the state import imports an environment',
  data: Type.Object({ name: Type.String(), type: Type.String() }),
});

export const segmentImport = defineEvent('toggles', 'segment-import', {
  when: 'the state import imports a segment',
  touches: 'segment',
  data: Type.Object({ name: Type.String(), constraints: Type.Array(Constraint) }),
});

/** The imported events have the authors and times of the other system; this one has those of the import. */
export const eventsImported = defineEvent('audit', 'events-imported', {
  when: 'a request imports events of another system into the log',
  data: Type.Object({
    /** The name of the other system. */
    source: Type.String(),
    /** The number of events, and the ids of the first and the last in the other system. */
    count: Type.Integer({ minimum: 1 }),
    first: Type.Integer({ minimum: 1 }),
    last: Type.Integer({ minimum: 1 }),
  }),
});
