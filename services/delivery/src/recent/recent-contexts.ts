import { type RecentContexts as Message, type SampledEnvironments, stateKeys } from '@signalbox/contracts';
import type { OpenParts } from '@signalbox/kit';
import type { GivenContext } from '../evaluation/read-context.ts';
import type { Scope } from '../feature/scope.ts';

type Sample = Message['contexts'][number];

interface Reservoir {
  /** How many contexts were offered since the last message. */
  offered: number;
  readonly samples: Sample[];
}

const maxSamples = 50;
const maxProperties = 20;
const maxCharacters = 100;
/** About as many bytes as a message has at most. */
const maxMessageCharacters = 100_000;

/** Names of what is nobody's business, and decides nothing. */
const secret = /token|secret|passw|authori[sz]ation|cookie|credential|api[-_.]?key|session/i;

/**
 * Contexts that applications ask for where their environment lets them be sampled: of those since the last message each is as likely to
 * be in the next. They are held in memory until then, at most fifty for each environment.
 */
export class RecentContexts {
  readonly #parts: Pick<OpenParts, 'broadcast' | 'random'>;
  #projects: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  readonly #reservoirs = new Map<string, Reservoir>();

  constructor(parts: Pick<OpenParts, 'broadcast' | 'random'>) {
    this.#parts = parts;
  }

  /** Which environments let contexts be sampled from here on. What others have given is forgotten. */
  follow(sampled: SampledEnvironments): void {
    const byEnvironment = Map.groupBy(sampled, ({ environment }) => environment);
    this.#projects = new Map([...byEnvironment].map(([environment, those]) => [environment, new Set(those.map(({ project }) => project))]));
    // What was taken for others than those that are left cannot be told apart, so all of it goes.
    this.#reservoirs.clear();
  }

  offer({ environment, projects }: Scope, given: GivenContext): void {
    const willing = this.#projects.get(environment);
    if (!willing) return;
    const asked = projects === '*' ? ['*'] : projects.filter((project) => willing.has(project));
    if (asked.length === 0) return;
    const reservoir = this.#reservoirs.get(environment) ?? { offered: 0, samples: [] };
    this.#reservoirs.set(environment, reservoir);
    reservoir.offered += 1;
    const index = reservoir.samples.length < maxSamples ? reservoir.samples.length : Math.floor(this.#parts.random() * reservoir.offered);
    if (index < maxSamples) reservoir.samples[index] = { projects: asked.slice(0, maxSamples), context: sampleOf(given) };
  }

  /** Passes on what there is, and forgets it. */
  async send(): Promise<void> {
    const reservoirs = [...this.#reservoirs];
    this.#reservoirs.clear();
    for (const [environment, { samples }] of reservoirs)
      await this.#parts.broadcast(stateKeys.recentContexts, { environment, contexts: fitting(samples) } satisfies Message);
  }
}

/** What decides and is short: no session, no address, nothing that looks like a secret. What is too long is left out, not cut. */
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
