import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { DependencyState, EnvironmentState } from '@signalbox/contracts';
import * as fc from 'fast-check';
import { context, dependencies, segments, settings } from './any-feature.fixture.ts';
import type { EvaluationContext } from './context.ts';
import { serializeVariant } from './evaluation.ts';
import { compileFeature } from './feature/compile-feature.ts';

// Compares random evaluations with the evaluator of the published SDK, without its connection. Deliberate differences in the README are
// excluded.

interface Evaluator {
  getVariant(name: string, context: EvaluationContext): { name: string; enabled: boolean; feature_enabled: boolean };
}

const fromHere = createRequire(import.meta.url);
const library = dirname(fromHere.resolve('unleash-client'));
const { default: Client } = fromHere(join(library, 'client.js'));
const { defaultStrategies } = fromHere(join(library, 'strategy'));

/** The evaluated feature, and a possible parent. */
interface Family {
  readonly demo: EnvironmentState;
  readonly parent: EnvironmentState;
  readonly dependencies: readonly DependencyState[];
}

function theirAnswer({ demo, parent, dependencies }: Family, evaluated: EvaluationContext) {
  const toggles = new Map([
    ['demo', { name: 'demo', ...structuredClone(demo), dependencies }],
    ['parent', { name: 'parent', ...structuredClone(parent) }],
  ]);
  const getToggle = (name: string) => toggles.get(name);
  const repository = { getToggle, getSegment: (id: number) => segments.get(id), on: () => undefined };
  const client = new Client(repository, defaultStrategies) as Evaluator;
  const answer = client.getVariant('demo', structuredClone(evaluated));
  return { name: answer.name, enabled: answer.enabled, feature_enabled: answer.feature_enabled };
}

function ourAnswer({ demo, parent, dependencies }: Family, evaluated: EvaluationContext) {
  const compile = (name: string, environment: EnvironmentState, parents: readonly DependencyState[]) => {
    const common = { project: 'p', type: 'release', description: null, stale: false, impressionData: false };
    return compileFeature({ name, ...common, dependencies: [...parents], environments: { e: environment } }, 'e', segments);
  };
  const compiled = compile('demo', demo, dependencies);
  const features = new Map([['parent', compile('parent', parent, [])]]);
  return compiled.evaluate(evaluated, { now: () => new Date(0), random: () => 0.5, hostname: '' }, features);
}

/** Compares this number of random features and contexts. */
export function describeAgreement(runs: number): void {
  describe('unleash-client', () => {
    it('agrees on random features, parents and contexts unless chance plays a part', () => {
      let compared = 0;
      let on = 0;
      fc.assert(
        fc.property(settings, settings, dependencies, context, (demo, parent, parents, evaluated) => {
          const family = { demo, parent, dependencies: parents };
          const answer = ourAnswer(family, evaluated);
          if (answer.readRandom) return;
          const { payload: _, ...ours } = { payload: undefined, ...serializeVariant(answer) };
          assert.deepEqual(ours, theirAnswer(family, evaluated));
          compared += 1;
          on += Number(answer.enabled);
        }),
        { numRuns: runs },
      );
      assert.ok(compared >= runs * 0.7 && on > compared / 10 && on < (compared * 9) / 10, `${on} of ${compared} were on`);
    });
  });
}
