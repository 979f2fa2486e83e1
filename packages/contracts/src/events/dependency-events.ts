import { Type } from 'typebox';
import { nullable } from '../shapes.ts';
import { defineEvent } from './define-event.ts';
import { feature } from './scope.ts';

const Parent = Type.Object({ feature: Type.String(), enabled: Type.Boolean(), variants: Type.Optional(Type.Array(Type.String())) });

/** Previous parent; null if there was none, and in events of earlier versions. */
const before = nullable(Parent);

export const featureDependencyAdded = defineEvent('toggles', 'feature-dependency-added', {
  when: 'a feature becomes dependent on a parent; `featureName` is the child, `feature` the parent',
  scope: feature,
  touches: 'feature',
  data: Parent,
  preData: before,
});

export const featureDependencyRemoved = defineEvent('toggles', 'feature-dependency-removed', {
  when: 'a feature no longer depends on the named parent',
  scope: feature,
  touches: 'feature',
  data: Type.Object({ feature: Type.String() }),
  preData: before,
});

export const featureDependenciesRemoved = defineEvent('toggles', 'feature-dependencies-removed', {
  when: 'all parents of a feature are removed, for example when it is archived',
  scope: feature,
  touches: 'feature',
  preData: before,
});
