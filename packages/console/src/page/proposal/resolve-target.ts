import { signal } from '@preact/signals';
import { ask } from '../../server/ask.ts';
import { chosenTarget, joinableIn, keyOf, targetOf, type Where } from './target.ts';

/** Environments whose target is shown for choice, so that no question is necessary. */
const offered = signal<readonly string[]>([]);

/** Offers the choice for an environment, until the returned function is called. */
export function offerTarget(where: Where): () => void {
  const key = keyOf(where);
  offered.value = [...offered.value, key];
  return () => (offered.value = offered.value.toSpliced(offered.value.indexOf(key), 1));
}

/**
 * Where changes go. Asks once if they could join a request of the user that is in review. Throws `Refused` if the user answers with
 * Cancel.
 */
export async function resolveTarget(where: Where): Promise<string> {
  const known = chosenTarget(where);
  if (known === 'draft' || known === 'new' || offered.value.includes(keyOf(where))) return targetOf(where);
  const path = { projectId: where.project };
  const joinable = joinableIn(where, await ask('GET /api/admin/projects/{projectId}/change-requests/pending', { path }));
  const isKnown = known === undefined ? joinable.length === 0 : joinable.some(({ id }) => String(id) === known);
  if (isKnown) return targetOf(where);
  const { askForTarget } = await import('./ask-for-target.tsx');
  return askForTarget(where, joinable);
}
