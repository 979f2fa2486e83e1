import { type RecentContexts as Message, type SampledEnvironments, stateKeys } from '@signalbox/contracts';
import type { OpenParts } from '@signalbox/kit';
import type { GivenContext } from '../evaluation/read-context.ts';
import type { Scope } from '../feature/scope.ts';

type Sample = Message['contexts'][number];

interface Reservoir {
  /** Number of contexts offered since the last message. */
  offered: number;
  readonly samples: Sample[];
}

const maxSamples = 50;
const maxProperties = 20;
const maxCharacters = 100;
/** Approximate maximum size of a message. */
const maxMessageCharacters = 100_000;

/** Property names that may hold secrets. */
const secret = /token|secret|passw|authori[sz]ation|cookie|credential|api[-_.]?key|session/i;

/**
 * Samples contexts in environments that allow it. Every context since the last message is equally likely to be in the next
 * one. Samples are in memory until then, at most fifty per environment.
 */
export class RecentContexts {
  readonly #parts: Pick<OpenParts, 'broadcast' | 'random'>;
  #projects: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  readonly #reservoirs = new Map<string, Reservoir>();

  constructor(parts: Pick<OpenParts, 'broadcast' | 'random'>) {
    this.#parts = parts;
  }

  /** Sets the environments that allow sampling, and drops all samples. */
  follow(sampled: SampledEnvironments): void {
    const byEnvironment = Map.groupBy(sampled, ({ environment }) => environment);
    this.#projects = new Map(
      [...byEnvironment].map(([environment, sampledIn]) => [environment, new Set(sampledIn.map(({ project }) => project))]),
    );
    // Samples do not record which project allowed them, so all of them must go.
    this.#reservoirs.clear();
  }

  offer({ environment, projects }: Scope, given: GivenContext): void {
    const sampledProjects = this.#projects.get(environment);
    if (!sampledProjects) return;
    const allowed = projects === '*' ? ['*'] : projects.filter((project) => sampledProjects.has(project));
    if (allowed.length === 0) return;
    const reservoir = this.#reservoirs.get(environment) ?? { offered: 0, samples: [] };
    this.#reservoirs.set(environment, reservoir);
    reservoir.offered += 1;
    const index = reservoir.samples.length < maxSamples ? reservoir.samples.length : Math.floor(this.#parts.random() * reservoir.offered);
    if (index < maxSamples) reservoir.samples[index] = { projects: allowed.slice(0, maxSamples), context: sampleOf(given) };
  }

  /** Sends and drops the samples. */
  async send(): Promise<void> {
    const reservoirs = [...this.#reservoirs];
    this.#reservoirs.clear();
    for (const [environment, { samples }] of reservoirs)
      await this.#parts.broadcast(stateKeys.recentContexts, { environment, contexts: fitting(samples) } satisfies Message);
  }
}

/** Short values that may affect evaluations: no session, address or likely secret. Long values are omitted, not cut. */
function sampleOf({ fields: { appName, userId }, properties }: GivenContext): Sample['context'] {
  const chosen: Record<string, string> = Object.create(null) as Record<string, string>;
  let count = 0;
  for (const name in properties) {
    const value = properties[name];
    if (value === undefined || !isShort(name) || !isShort(value) || secret.test(name)) continue;
    chosen[name] = value;
    count += 1;
    if (count === maxProperties) break;
  }
  return { ...(isShort(appName) && { appName }), ...(isShort(userId) && { userId }), properties: chosen };
}

const isShort = (text: string | undefined): text is string => text !== undefined && text.length <= maxCharacters;

function fitting(samples: readonly Sample[]): Sample[] {
  let left = maxMessageCharacters;
  return samples.filter((sample) => {
    left -= JSON.stringify(sample).length;
    return left >= 0;
  });
}
