import { signal } from '@preact/signals';
import { Refused } from './refusal.ts';
import { ask, ownRevision } from './ask.ts';

/** A change of this tab, and whether clients receive it: since when, as reported by delivery. */
export type OwnChange =
  | { readonly revision: number; readonly is: 'served'; readonly since: string }
  /** `late`: delivery responds with an older revision. `unknown`: delivery does not respond. */
  | { readonly revision: number; readonly is: 'waits' | 'late' | 'unknown' };

const askAgainMs = 2000;

/** The last change of this tab; null if there is none or its notice was dismissed. */
export const ownChange = signal<OwnChange | null>(null);

/** Polls each change of this tab until clients receive it or the next change is made. */
export function followOwnChanges(): void {
  ownRevision.subscribe((revision) => {
    if (revision !== null) void follow(revision);
  });
}

async function follow(revision: number): Promise<void> {
  const isCurrent = () => ownChange.value?.revision === revision;
  ownChange.value = { revision, is: 'waits' };
  while (isCurrent()) {
    const status = await lookAt(revision);
    if (isCurrent()) ownChange.value = status;
    if (status === null || status.is === 'served') return;
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
  }
}

/** Null if the server does not report it. */
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
