import { type EvaluatedContext, type RecentContexts as Message, type StateChanged, stateKeys } from '@signalbox/contracts';
import type { Opened, OpenParts } from '@signalbox/kit';

interface CachedContext {
  readonly projects: readonly string[];
  readonly context: EvaluatedContext;
  readonly at: number;
}

const maxAgeMs = 3_600_000;
const maxPerEnvironment = 500;
const maxEnvironments = 100;

/** Contexts that applications used within the last hour, in environments that allow sampling. Stored in memory only. */
export class RecentContexts {
  readonly #parts: Pick<OpenParts, 'now' | 'random'>;
  readonly #byEnvironment = new Map<string, CachedContext[]>();

  constructor(parts: Pick<OpenParts, 'now' | 'random'>) {
    this.#parts = parts;
  }

  /** Replaces random contexts once the limit is reached. */
  add({ environment, contexts }: Message): void {
    const at = this.#parts.now().getTime();
    const cached = this.#byEnvironment.get(environment) ?? [];
    if (!this.#byEnvironment.has(environment) && this.#byEnvironment.size >= maxEnvironments) return;
    this.#byEnvironment.set(environment, cached);
    for (const { projects, context } of contexts) {
      const index = cached.length < maxPerEnvironment ? cached.length : Math.floor(this.#parts.random() * maxPerEnvironment);
      cached[index] = { projects, context: { appName: '', ...context }, at };
    }
  }

  of(project: string, environment: string): EvaluatedContext[] {
    this.forgetOld();
    const cached = this.#byEnvironment.get(environment) ?? [];
    return cached.filter(({ projects }) => projects.includes('*') || projects.includes(project)).map(({ context }) => context);
  }

  forgetOld(): void {
    const before = this.#parts.now().getTime() - maxAgeMs;
    for (const [environment, cached] of this.#byEnvironment) {
      const young = cached.filter(({ at }) => at > before);
      if (young.length === 0) this.#byEnvironment.delete(environment);
      else if (young.length < cached.length) this.#byEnvironment.set(environment, young);
    }
  }

  forgetAll(): void {
    this.#byEnvironment.clear();
  }
}

/** The in-memory state of change requests. */
export interface ChangeRequests {
  readonly recent: RecentContexts;
}

const forgetMs = 60_000;

/**
 * Receives contexts from delivery. Drops all of them when the environments that allow sampling change, or when such a change
 * may have been missed; contexts that are still allowed arrive again.
 */
export async function openRecentContexts(parts: OpenParts): Promise<Opened<ChangeRequests>> {
  const recent = new RecentContexts(parts);
  const onState = (body: unknown) => {
    const { sampled, resync } = body as Partial<StateChanged>;
    if (sampled || resync) recent.forgetAll();
  };
  await parts.listen(stateKeys.togglesState, onState, () => recent.forgetAll());
  await parts.listen(
    stateKeys.recentContexts,
    (body) => recent.add(body as Message),
    () => {},
  );
  parts.every(forgetMs, () => recent.forgetOld());
  return { state: { recent }, close: async () => recent.forgetAll() };
}
