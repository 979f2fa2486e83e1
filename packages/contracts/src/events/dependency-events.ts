import { Type } from 'typebox';
import { defineEvent } from './define-event.ts';
import { feature } from './scope.ts';

export const featureDependencyAdded = defineEvent('toggles', 'feature-dependency-added', {
  when: 'a feature is made to depend on a parent; `featureName` is the child, `feature` the parent',
  scope: feature,
  touches: 'feature',
  data: Type.Object({ feature: Type.String(), enabled: Type.Boolean(), variants: Type.Optional(Type.Array(Type.String())) }),
});

export const featureDependencyRemoved = defineEvent('toggles', 'feature-dependency-removed', {
  when: 'a feature no longer depends on the named parent',
  scope: feature,
  touches: 'feature',
  data: Type.Object({ feature: Type.String() }),
});

export const featureDependenciesRemoved = defineEvent('toggles', 'feature-dependencies-removed', {
  when: 'all parents of a feature are removed, also because it is archived',
  scope: feature,
  touches: 'feature',
});
