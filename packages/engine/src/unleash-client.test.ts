import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { DependencyState, EnvironmentState } from '@signalbox/contracts';
import * as fc from 'fast-check';
import { context, dependencies, segments, settings } from './any-feature.fixture.ts';
import type { EvaluationContext } from './context.ts';
import { serializeVariant } from './evaluation.ts';
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

/** The feature that is asked for, and the one that it may depend on. */
interface Family {
  readonly demo: EnvironmentState;
  readonly parent: EnvironmentState;
  readonly dependencies: readonly DependencyState[];
}

function theirAnswer({ demo, parent, dependencies }: Family, asked: EvaluationContext) {
  const toggles = new Map([
    ['demo', { name: 'demo', ...structuredClone(demo), dependencies }],
    ['parent', { name: 'parent', ...structuredClone(parent) }],
  ]);
  const getToggle = (name: string) => toggles.get(name);
  const repository = { getToggle, getSegment: (id: number) => segments.get(id), on: () => undefined };
  const client = new Client(repository, defaultStrategies) as Evaluator;
  const answer = client.getVariant('demo', structuredClone(asked));
  return { name: answer.name, enabled: answer.enabled, feature_enabled: answer.feature_enabled };
}

function ourAnswer({ demo, parent, dependencies }: Family, asked: EvaluationContext) {
  const compile = (name: string, environment: EnvironmentState, parents: readonly DependencyState[]) => {
    const common = { project: 'p', type: 'release', description: null, stale: false, impressionData: false };
    return compileFeature({ name, ...common, dependencies: [...parents], environments: { e: environment } }, 'e', segments);
  };
  const compiled = compile('demo', demo, dependencies);
  const features = new Map([['parent', compile('parent', parent, [])]]);
  return compiled.evaluate(asked, { now: () => new Date(0), random: () => 0.5, hostname: '' }, features);
}

describe('unleash-client', () => {
  it('agrees on random features, parents and contexts wherever chance plays no part', function () {
    this.timeout(90_000);
    let compared = 0;
    let on = 0;
    fc.assert(
      fc.property(settings, settings, dependencies, context, (demo, parent, parents, asked) => {
        const family = { demo, parent, dependencies: parents };
        const answer = ourAnswer(family, asked);
        if (answer.readRandom) return;
        const { payload: _, ...ours } = { payload: undefined, ...serializeVariant(answer) };
        assert.deepEqual(ours, theirAnswer(family, asked));
        compared += 1;
        on += Number(answer.enabled);
      }),
      { numRuns: 40_000 },
    );
    assert.ok(compared >= 30_000 && on > compared / 10 && on < (compared * 9) / 10, `${on} of ${compared} were on`);
  });
});
