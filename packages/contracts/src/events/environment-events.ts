import { Type } from 'typebox';
import { defineEvent } from './define-event.ts';

/** An environment in responses and events. */
export const EnvironmentShape = Type.Object({
  name: Type.String(),
  type: Type.String(),
  enabled: Type.Boolean(),
  protected: Type.Boolean(),
  sortOrder: Type.Integer(),
});

export const environmentCreated = defineEvent('toggles', 'environment-created', {
  when: 'an environment is created or cloned; no project uses it yet',
  scope: ['environment'],
  /** `permissionsFrom`: the environment that this one was cloned from. Roles have the same permissions in the clone. */
  data: Type.Object({ ...EnvironmentShape.properties, permissionsFrom: Type.Optional(Type.String()) }),
});

export const environmentUpdated = defineEvent('toggles', 'environment-updated', {
  when: 'the type, sort order or default use of an environment changes',
  scope: ['environment'],
  data: EnvironmentShape,
  preData: EnvironmentShape,
});

export const environmentDeleted = defineEvent('toggles', 'environment-deleted', {
  when: 'an environment is deleted with its feature configuration',
  scope: ['environment'],
  touches: 'everything',
  preData: EnvironmentShape,
});
