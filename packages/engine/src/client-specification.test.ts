import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { DependencyState, EnvironmentState, FeatureState, SegmentState, StrategyState } from '@signalbox/contracts';
import type { EvaluationContext, Effects } from './context.ts';
import { serializeVariant } from './evaluation.ts';
import { type CompiledFeature, compileFeature } from './feature/compile-feature.ts';

// The published cases contain client documents, which omit empty values. The evaluation state omits nothing.

interface ClientFeature {
  readonly name: string;
  readonly enabled: boolean;
  readonly variants?: EnvironmentState['variants'];
  readonly strategies?: (Partial<StrategyState> & { name: string })[];
  readonly dependencies?: (Partial<DependencyState> & { feature: string })[];
}
interface ClientDocument {
  readonly features: ClientFeature[];
  readonly segments?: SegmentState[];
}
interface DeltaEvent extends Partial<ClientDocument> {
  readonly type: string;
  readonly feature?: ClientFeature;
  readonly featureName?: string;
  readonly segment?: SegmentState;
  readonly segmentId?: number;
}
interface Case {
  readonly description: string;
  readonly context: EvaluationContext;
  readonly toggleName: string;
  readonly expectedResult: unknown;
}
interface Specification {
  readonly name: string;
  readonly state: ClientDocument | { readonly events: DeltaEvent[] };
  readonly tests?: Case[];
  readonly variantTests?: Case[];
}

const effects: Effects = { now: () => new Date('2024-01-01T00:00:00Z'), random: () => 0.5, hostname: '' };
const fromPackage = createRequire(import.meta.url);
const read = (file: string) =>
  JSON.parse(readFileSync(fromPackage.resolve(`@unleash/client-specification/specifications/${file}`), 'utf8'));

function featureState(feature: ClientFeature): FeatureState {
  const { name, enabled, strategies = [], variants = [], dependencies = [] } = feature;
  const complete = strategies.map((strategy) => ({ parameters: {}, constraints: [], variants: [], segments: [], ...strategy }));
  return {
    name,
    project: 'default',
    type: 'release',
    description: null,
    stale: false,
    impressionData: false,
    dependencies: dependencies.map((dependency) => ({ enabled: true, variants: [], ...dependency })),
    environments: { default: { enabled, strategies: complete, variants } },
  };
}

/** Applies delta events to the document that they describe. */
function documentOf(state: Specification['state']): ClientDocument {
  if (!('events' in state)) return state;
  const features = new Map<string, ClientFeature>();
  const segments = new Map<number, SegmentState>();
  for (const event of state.events) {
    for (const feature of [...(event.features ?? []), ...(event.feature ? [event.feature] : [])]) features.set(feature.name, feature);
    for (const segment of [...(event.segments ?? []), ...(event.segment ? [event.segment] : [])]) segments.set(segment.id, segment);
    if (event.type === 'feature-removed') features.delete(event.featureName ?? '');
    if (event.type === 'segment-removed') segments.delete(event.segmentId ?? -1);
  }
  return { features: [...features.values()], segments: [...segments.values()] };
}

function compileDocument({ features, segments = [] }: ClientDocument): Map<string, CompiledFeature> {
  const byId = new Map(segments.map((segment) => [segment.id, segment]));
  return new Map(features.map((feature) => [feature.name, compileFeature(featureState(feature), 'default', byId)]));
}

function evaluate(features: Map<string, CompiledFeature>, { toggleName, context }: Case) {
  const off = { enabled: false, variant: undefined };
  return features.get(toggleName)?.evaluate(context, effects, features) ?? off;
}

describe('the client specification (check 23)', () => {
  let cases = 0;

  for (const file of read('index.json') as string[]) {
    const { name, state, tests = [], variantTests = [] } = read(file) as Specification;
    const features = compileDocument(documentOf(state));
    cases += tests.length + variantTests.length;

    describe(name, () => {
      for (const [index, example] of tests.entries()) {
        it(`${index + 1}: ${example.description}`, () => {
          assert.equal(evaluate(features, example).enabled, example.expectedResult);
        });
      }
      for (const [index, example] of variantTests.entries()) {
        it(`variant ${index + 1}: ${example.description}`, () => {
          assert.deepEqual(serializeVariant(evaluate(features, example)), example.expectedResult);
        });
      }
    });
  }

  it('has the 279 cases of version 6.1.0', () => {
    assert.equal(cases, 279);
  });
});
