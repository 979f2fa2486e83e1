import { signal } from '@preact/signals';
import { Refused } from './refusal.ts';
import { ask, ownRevision } from './request.ts';

/** A change of this tab, and whether applications are served it: since when, as delivery says it. */
export type OwnChange =
  | { readonly revision: number; readonly is: 'served'; readonly since: string }
  /** `late`: delivery answers without it; `unknown`: it does not answer. */
  | { readonly revision: number; readonly is: 'waits' | 'late' | 'unknown' };

const askAgainMs = 2000;

/** The last change of this tab; null where there is none, or where nobody wants to hear of it any more. */
export const ownChange = signal<OwnChange | null>(null);

/** Follows each change of this tab until applications are served it, or the next one is made. */
export function followOwnChanges(): void {
  ownRevision.subscribe((revision) => {
    if (revision !== null) void follow(revision);
  });
}

async function follow(revision: number): Promise<void> {
  const isWanted = () => ownChange.value?.revision === revision;
  ownChange.value = { revision, is: 'waits' };
  while (isWanted()) {
    const told = await lookAt(revision);
    if (isWanted()) ownChange.value = told;
    if (told === null || told.is === 'served') return;
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
  }
}

/** Null where the server does not tell. */
async function lookAt(revision: number): Promise<OwnChange | null> {
  try {
    const { since } = await ask('GET /api/admin/delivery/revision', { minRevision: revision });
    return { revision, is: 'served', since };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.kind === 'TooEarlyError') return { revision, is: 'late' };
    return error.isAway || error.isOffline ? { revision, is: 'unknown' } : null;
  }
}
