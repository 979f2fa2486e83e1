import type { ChangesetOutput, EvaluatedContext } from '@signalbox/contracts';
import { type CompiledFeature, compileFeature, type FeatureLookup, type Lists, segmentsOf } from '@signalbox/engine';
import { yieldToOthers } from '@signalbox/kit';
import { generatedContexts, type Probe, probesOf } from './contexts.ts';
import type { EvaluatedAnswer, Impact } from './impact.schema.ts';
import { unmeasuredFeatures } from './unmeasured.ts';

type States = NonNullable<ChangesetOutput['states']>;

/** States with the lists that their segments name, and recent contexts. */
interface MeasuredStates {
  readonly states: States;
  readonly lists?: Lists;
  readonly recent?: readonly EvaluatedContext[];
}

/** Limit of evaluations per request, and the number of contexts that makes a share meaningful. */
const maxEvaluations = 100_000;
const maxGenerated = 1000;
const minGenerated = 50;
const probesPerTurn = 20;

/**
 * Compares the results in the environment before and after the changes, for all features that the changes affect: with saved
 * contexts, recent ones and generated users. Yields regularly.
 */
export async function measureImpact(
  { states, recent = [], lists = new Map() }: MeasuredStates,
  environment: string,
  now: Date,
): Promise<Impact> {
  const [before, after] = [compiled(states.before, lists, environment), compiled(states.after, lists, environment)];
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  const affordable = Math.max(minGenerated, Math.floor(maxEvaluations / 2 / Math.max(1, names.length)));
  const sampled = recent.slice(0, Math.floor(affordable / 2));
  const generated = Math.min(maxGenerated, affordable - sampled.length);
  const probes = probesOf({ personas: states.personas, recent: sampled, generated });
  const tally = new Tally(names, probes.length);
  for (const [index, probe] of probes.entries()) {
    if (index % probesPerTurn === 0) await yieldToOthers();
    for (const name of names) tally.add(probe, name, answerOf(before, name, probe, now), answerOf(after, name, probe, now));
    tally.endProbe();
  }
  const contexts = generatedContexts(states.personas, generated);
  const unmeasured = await unmeasuredFeatures(states, environment, { contexts, now });
  return { ...tally.impact({ personas: states.personas.length, recent: sampled.length, generated }), unmeasured };
}

type Compiled = ReadonlyMap<string, CompiledFeature>;

function compiled({ features, segments: used }: States['before'], lists: Lists, environment: string): Compiled {
  const segments = segmentsOf(used, lists);
  return new Map(features.map((feature) => [feature.name, compileFeature(feature, environment, segments)]));
}

const off: EvaluatedAnswer = { enabled: false, variant: null };

function answerOf(features: Compiled & FeatureLookup, name: string, { context, draw }: Probe, now: Date): EvaluatedAnswer {
  const feature = features.get(name);
  if (!feature) return off;
  const inEnvironment = { ...context, environment: context.environment ?? feature.environment };
  const { enabled, variant } = feature.evaluate(inEnvironment, { now: () => now, random: () => draw, hostname: '' }, features);
  return { enabled, variant: variant?.name ?? null };
}

interface FeatureTally {
  flipped: number;
  readonly on: { before: number; after: number };
  readonly variants: Map<string, { before: number; after: number }>;
}

/** Counts results during the evaluation. */
class Tally {
  readonly #features: ReadonlyMap<string, FeatureTally>;
  readonly #personas = new Map<string, Impact['personas'][number]['changes']>();
  readonly #probes: number;
  #flipped = 0;
  #probeFlipped = false;

  constructor(names: readonly string[], probes: number) {
    this.#features = new Map(names.map((name) => [name, { flipped: 0, on: { before: 0, after: 0 }, variants: new Map() }]));
    this.#probes = probes;
  }

  add({ persona }: Probe, name: string, before: EvaluatedAnswer, after: EvaluatedAnswer): void {
    const feature = this.#features.get(name);
    if (!feature) return;
    count(feature, 'before', before);
    count(feature, 'after', after);
    if (before.enabled === after.enabled && before.variant === after.variant) return;
    feature.flipped += 1;
    this.#probeFlipped = true;
    if (persona !== null) this.#personas.set(persona, [...(this.#personas.get(persona) ?? []), { feature: name, before, after }]);
  }

  endProbe(): void {
    if (this.#probeFlipped) this.#flipped += 1;
    this.#probeFlipped = false;
  }

  impact(contexts: Impact['contexts']): Omit<Impact, 'unmeasured'> {
    return {
      contexts,
      flipped: this.#flipped,
      share: this.#share(this.#flipped),
      features: [...this.#features].map(([name, { flipped, on, variants }]) => ({
        name,
        flipped,
        share: this.#share(flipped),
        on: this.#shares(on),
        variants: [...variants].map(([variant, counts]) => ({ name: variant, ...this.#shares(counts) })),
      })),
      personas: [...this.#personas].map(([name, changes]) => ({ name, changes })),
    };
  }

  #shares({ before, after }: { readonly before: number; readonly after: number }) {
    return { before: this.#share(before), after: this.#share(after) };
  }

  /** Rounded to four digits. */
  #share(part: number): number {
    return this.#probes === 0 ? 0 : Math.round((part / this.#probes) * 10_000) / 10_000;
  }
}

function count({ on, variants }: FeatureTally, side: 'before' | 'after', { enabled, variant }: EvaluatedAnswer): void {
  if (enabled) on[side] += 1;
  if (variant === null) return;
  const counts = variants.get(variant) ?? { before: 0, after: 0 };
  counts[side] += 1;
  variants.set(variant, counts);
}
