import { Type } from 'typebox';
import { nullable } from '../shapes.ts';
import { defineEvent } from './define-event.ts';
import { feature } from './scope.ts';

const FeatureLink = Type.Object({ id: Type.String({ format: 'uuid' }), url: Type.String(), title: nullable(Type.String()) });

export const featureLinkAdded = defineEvent('toggles', 'feature-link-added', {
  when: 'a link is added to a feature, manually, by an import, or by a link template of the project',
  scope: feature,
  data: FeatureLink,
});

export const featureLinkUpdated = defineEvent('toggles', 'feature-link-updated', {
  when: 'the URL or the title of a link changes',
  scope: feature,
  data: FeatureLink,
  preData: FeatureLink,
});

export const featureLinkRemoved = defineEvent('toggles', 'feature-link-removed', {
  when: 'a link is removed from a feature',
  scope: feature,
  preData: FeatureLink,
});
