import { Failure } from '@signalbox/contracts';
import type { OpenContext, Opened, OpenParts } from '@signalbox/kit';
import { followState, type Replica, type View } from '@signalbox/replica';
import { KeptAnswers } from './answer/kept-answers.ts';

/** What the playground holds in memory. */
export interface Playground {
  readonly replica: Replica;
  readonly answers: KeptAnswers;
  /** Random in [0, 1). */
  readonly random: () => number;
}

/** Follows the features, and remembers answers in the cache. */
export async function openPlayground(parts: OpenParts): Promise<Opened> {
  const replica = await followState(parts);
  const memory: Playground = { replica, answers: new KeptAnswers(parts), random: parts.random };
  return {
    memory,
    ready: () => (replica.ready ? null : 'it has no features: toggles has not answered'),
    degraded: () => (replica.stale ? 'features may be old' : null),
    close: async () => replica.close(),
  };
}

/** What `openPlayground` gave. */
export const memoryOf = ({ memory }: Pick<OpenContext, 'memory'>): Playground => memory as Playground;

/** The features as they are now; 503 while there are none yet. */
export function currentView({ replica }: Playground): View {
  if (replica.ready) return replica.view;
  throw new Failure('UnavailableError', 'The features are not known here yet. Try again shortly.', { retryAfterSeconds: 2 });
}
