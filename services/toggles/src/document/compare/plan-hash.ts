import { createHash } from 'node:crypto';
import type { PlannedAction } from './project-plan.ts';

/** SHA-256 of all changes that a plan makes. Reasons are left out, because they depend on the caller. */
export function planHash(project: string, set: string | null, actions: readonly PlannedAction[]): string {
  const changes = actions.map(({ op, kind, name, environment, before, after, protected: isProposed }) => [
    op,
    kind,
    name,
    environment ?? null,
    before,
    after,
    isProposed,
  ]);
  return createHash('sha256')
    .update(JSON.stringify([project, set, changes]))
    .digest('hex');
}
