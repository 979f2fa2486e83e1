import { Type } from 'typebox';
import { defineEvent } from './define-event.ts';

/** An environment as routes answer it and events carry it. */
export const EnvironmentShape = Type.Object({
  name: Type.String(),
  type: Type.String(),
  enabled: Type.Boolean(),
  protected: Type.Boolean(),
  sortOrder: Type.Integer(),
});

export const environmentCreated = defineEvent('toggles', 'environment-created', {
  when: 'an environment is created or cloned; no project uses it by that alone',
  scope: ['environment'],
  /** `permissionsFrom`: a clone, in which roles give what they give in that environment. */
  data: Type.Object({ ...EnvironmentShape.properties, permissionsFrom: Type.Optional(Type.String()) }),
});

export const environmentUpdated = defineEvent('toggles', 'environment-updated', {
  when: 'an environment changes its type, its place in the order or whether new projects get it',
  scope: ['environment'],
  data: EnvironmentShape,
  preData: EnvironmentShape,
});

export const environmentDeleted = defineEvent('toggles', 'environment-deleted', {
  when: 'an environment is deleted with all that features had there',
  scope: ['environment'],
  touches: 'everything',
  preData: EnvironmentShape,
});
