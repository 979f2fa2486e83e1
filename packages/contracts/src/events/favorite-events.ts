import { Type } from 'typebox';
import { defineEvent } from './define-event.ts';

const Feature = Type.Object({ feature: Type.String() });
const Project = Type.Object({ project: Type.String() });

export const featureFavorited = defineEvent('toggles', 'feature-favorited', {
  when: 'a user adds a feature to the favorites',
  scope: ['featureName'],
  data: Feature,
});

export const featureUnfavorited = defineEvent('toggles', 'feature-unfavorited', {
  when: 'a user removes a feature from the favorites',
  scope: ['featureName'],
  data: Feature,
});

export const projectFavorited = defineEvent('toggles', 'project-favorited', {
  when: 'a user adds a project to the favorites',
  data: Project,
});

export const projectUnfavorited = defineEvent('toggles', 'project-unfavorited', {
  when: 'a user removes a project from the favorites',
  data: Project,
});
