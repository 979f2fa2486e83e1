import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FeatureState } from '@signalbox/contracts';
import * as fc from 'fast-check';
import { context, segments, settings } from './any-feature.fixture.ts';
import type { EvaluationContext } from './context.ts';
import { presentVariant } from './evaluation.ts';
import { compileFeature } from './feature/compile-feature.ts';

// The evaluator of the published SDK, without the connection around it, answers the same random questions. What the
// README lists as different on purpose is left out of the questions.

interface Evaluator {
  getVariant(name: string, context: EvaluationContext): { name: string; enabled: boolean; feature_enabled: boolean };
}

const fromHere = createRequire(import.meta.url);
const library = dirname(fromHere.resolve('unleash-client'));
const { default: Client } = fromHere(join(library, 'client.js'));
const { defaultStrategies } = fromHere(join(library, 'strategy'));

function theirAnswer(environment: FeatureState['environments'][string], asked: EvaluationContext) {
  const repository = { getToggle: () => ({ name: 'demo', ...structuredClone(environment) }), getSegment: (id: number) => segments.get(id) };
  const client = new Client({ ...repository, on: () => undefined }, defaultStrategies) as Evaluator;
  const answer = client.getVariant('demo', structuredClone(asked));
  return { name: answer.name, enabled: answer.enabled, feature_enabled: answer.feature_enabled };
}

describe('unleash-client', () => {
  it('agrees on random features and contexts wherever chance plays no part', function () {
    this.timeout(60_000);
    let compared = 0;
    let on = 0;
    fc.assert(
      fc.property(settings, context, (environment, asked) => {
        const common = { name: 'demo', project: 'p', type: 'release', description: null, stale: false, impressionData: false };
        const compiled = compileFeature({ ...common, dependencies: [], environments: { e: environment } }, 'e', segments);
        const answer = compiled.evaluate(asked, { now: () => new Date(0), random: () => 0.5, hostname: '' }, new Map());
        if (answer.readRandom) return;
        const { payload: _, ...ours } = { payload: undefined, ...presentVariant(answer) };
        assert.deepEqual(ours, theirAnswer(environment, asked));
        compared += 1;
        on += Number(answer.enabled);
      }),
      { numRuns: 100_000 },
    );
    assert.ok(compared > 80_000 && on > compared / 10 && on < (compared * 9) / 10, `${on} of ${compared} were on`);
  });
});
