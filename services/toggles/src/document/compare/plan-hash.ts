import { createHash } from 'node:crypto';
import type { PlannedAction } from './project-plan.ts';

/** SHA-256 of all changes that a plan makes. Reasons are left out, because they depend on the caller. */
export function planHash(project: string, set: string | null, actions: readonly PlannedAction[]): string {
  const hash = createHash('sha256').update(`[${JSON.stringify(project)},${JSON.stringify(set)},[`);
  for (const [index, { op, kind, name, environment, before, after, protected: isProposed }] of actions.entries())
    hash.update((index > 0 ? ',' : '') + JSON.stringify([op, kind, name, environment ?? null, before, after, isProposed]));
  return hash.update(']]').digest('hex');
}
