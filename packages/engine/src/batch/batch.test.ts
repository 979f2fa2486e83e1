import { deepEqual, ok } from 'node:assert/strict';
import type { Constraint, DependencyState, EnvironmentState } from '@signalbox/contracts';
import * as fc from 'fast-check';
import { context, dependencies, segments, settings } from '../any-feature.fixture.ts';
import type { EvaluationContext, Effects } from '../context.ts';
import type { Decision, Evaluation } from '../evaluation.ts';
import { type CompiledFeature, compileFeature } from '../feature/compile-feature.ts';
import { stepsPerEvaluation } from '../steps.ts';
import { Batch } from './batch.ts';
import { BatchRun } from './batch-run.ts';

const compile = (name: string, environment: EnvironmentState, parents: readonly DependencyState[] = []): CompiledFeature => {
  const common = { project: 'p', type: 'release', description: null, stale: false, impressionData: false };
  return compileFeature({ name, ...common, dependencies: [...parents], environments: { e: environment } }, 'e', segments);
};

/** The same random numbers for each of them. */
function effectsOf(now = 0): Effects {
  let seed = 1;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  return { now: () => new Date(now), random, hostname: '' };
}

const resultOf = ({ enabled, variant, readClock, readRandom, steps = 0 }: Evaluation) => ({
  enabled,
  variant,
  readClock,
  readRandom,
  steps,
});

function evaluateBoth(features: readonly CompiledFeature[], contexts: readonly EvaluationContext[], now?: number) {
  const lookup = new Map(features.map((feature) => [feature.state.name, feature]));
  const batch = new Batch(lookup);
  for (const feature of features) batch.add(feature);
  return contexts.map((evaluated) => {
    const run = new BatchRun(batch, evaluated, effectsOf(now));
    const together = features.map((_, index) => {
      const decision = batch.decisions[run.evaluate(index)] as Decision;
      return resultOf({ ...run.used, ...decision });
    });
    const effects = effectsOf(now);
    return { together, alone: features.map((feature) => resultOf(feature.evaluate(evaluated, effects, lookup))) };
  });
}

describe('a batch', () => {
  it('returns the same results as each feature by itself', () => {
    let on = 0;
    let all = 0;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(settings, dependencies), { minLength: 1, maxLength: 6 }),
        settings,
        fc.array(context, { minLength: 1, maxLength: 3 }),
        (children, parent, contexts) => {
          const features = [compile('parent', parent), ...children.map(([own, parents], index) => compile(`child-${index}`, own, parents))];
          const now = Date.parse('2023-06-01T00:00:00Z');
          const timeless = contexts.map(({ currentTime: _, ...rest }) => rest);
          const unidentified = contexts.map(({ userId: _, sessionId: _session, ...rest }) => rest);
          for (const { together, alone } of evaluateBoth(features, [...contexts, ...timeless, ...unidentified], now)) {
            deepEqual(together, alone);
            all += alone.length;
            on += alone.filter(({ enabled }) => enabled).length;
          }
        },
      ),
      { numRuns: 2000 },
    );
    ok(on > all / 10 && on < (all * 9) / 10, `${on} of ${all} were on`);
  });

  it('limits the steps of each feature, although features share results', () => {
    const pattern: Constraint = { contextName: 'plan', operator: 'REGEX', value: '^(a|b|c)*x', inverted: true };
    const costly = Array.from({ length: 40 }, (_, index) => ({ ...pattern, value: `${pattern.value}{${index + 1}}` }));
    const strategy = (constraints: Constraint[]) => ({ name: 'default', parameters: {}, constraints, variants: [], segments: [] });
    const feature = (name: string, constraints: Constraint[]) =>
      compile(name, { enabled: true, strategies: [strategy(constraints), strategy(constraints.slice(0, 1))], variants: [] });
    const features = [feature('few', costly.slice(0, 2)), feature('all', costly), feature('again', costly)];
    const [result] = evaluateBoth(features, [{ properties: { plan: 'abc'.repeat(300) } }]);
    deepEqual(result?.together, result?.alone);
    ok((result?.alone[1]?.steps ?? 0) > stepsPerEvaluation / 2, 'the features use up their steps');
  });

  it('selects no variant for an identity that is too long', () => {
    const variants = ['a', 'b'].map((name) => ({ name, weight: 500 }));
    const [result] = evaluateBoth([compile('f', { enabled: true, strategies: [], variants })], [{ userId: 'x'.repeat(2_000_000) }]);
    deepEqual(result?.together, result?.alone);
    deepEqual([result?.together[0]?.enabled, result?.together[0]?.variant], [true, undefined]);
  });
});
