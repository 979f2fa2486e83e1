import { Type } from 'typebox';
import { nullable } from '../shapes.ts';
import { defineEvent } from './define-event.ts';
import { project } from './scope.ts';

export const codeReferencesUpdated = defineEvent('toggles', 'code-references-updated', {
  when: 'a scan of a repository finds other features or another number of references than the last one of the branch, or a repository is removed',
  scope: project,
  data: Type.Object({
    repository: Type.String(),
    /** Null if the repository is removed. */
    branch: nullable(Type.String()),
    commit: nullable(Type.String()),
    references: Type.Integer(),
    /** Numbers of features: with references, with the first one, and without one since this scan. */
    features: Type.Integer(),
    appeared: Type.Integer(),
    disappeared: Type.Integer(),
  }),
});
