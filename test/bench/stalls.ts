// How long many features with the dearest patterns hold the event loop while they are evaluated for one page, and while they
// are explained to one person. Run it with `node tools/run.mjs test/bench/stalls.ts`.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FeatureState } from '@signalbox/contracts';
import { Pattern, stepsPerEvaluation } from '@signalbox/engine';
import { yieldToOthers } from '@signalbox/kit';
import { openReplica } from '../../packages/replica/src/index.ts';
import { Evaluations } from '../../services/delivery/src/evaluation/evaluations.ts';
import { toggleFormat } from '../../services/delivery/src/frontend/toggle-format.ts';
import { pace } from '../../services/playground/src/answer/pace.ts';
import { Evaluator } from '../../services/playground/src/evaluation/evaluator.ts';

const count = Number(process.argv[2] ?? 5000);
const pattern = '^(([a-z])+.)+[A-Z]([a-z])+$';
const { weight } = new Pattern(`${pattern}0000`);
/** As long as the steps of an evaluation suffice for. */
const userId = 'a'.repeat(Math.floor(stepsPerEvaluation / weight) - 200);

function evil(index: number): FeatureState {
  const constraints = [{ contextName: 'userId', operator: 'REGEX' as const, value: `${pattern}${index}`, inverted: true }];
  const strategies = [{ name: 'default', parameters: {}, constraints, variants: [], segments: [] }];
  const common = { project: 'default', type: 'release', description: null, stale: false, impressionData: false, dependencies: [] };
  return { name: `f${index}`, ...common, environments: { production: { enabled: true, strategies, variants: [] } } };
}

const features = Array.from({ length: count }, (_, index) => evil(index));
const replica = openReplica({
  fetchPage: async () => ({ revision: 1, features, segments: [], next: null }),
  schedule: () => () => undefined,
  yieldToOthers: () => yieldToOthers(),
});
replica.resync();
while (!replica.ready) await yieldToOthers();
replica.close();

async function watched(title: string, work: () => Promise<unknown>): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const begun = performance.now();
  await work();
  await new Promise((end) => setTimeout(end, 5));
  delay.disable();
  const [p99, max] = [delay.percentile(99), delay.max].map((nanoseconds) => (nanoseconds / 1e6).toFixed(1));
  console.log(`${title}: ${((performance.now() - begun) / 1000).toFixed(1)} s; the loop was held for ${p99} ms (p99), ${max} ms (longest)`);
}

const evaluations = new Evaluations({ replica, now: () => new Date(0), random: () => 0, id: () => 'id' });
await evaluations.set({ environment: 'production', projects: '*' });
console.log(`${count} features, at most ${stepsPerEvaluation} steps each`);
await watched('evaluated for a page', () =>
  evaluations.render(toggleFormat, { environment: 'production', projects: '*' }, { fields: { userId }, properties: {} }),
);
const evaluator = new Evaluator(() => new Date(), { random: () => 0 } as never);
const compiled = replica.view.compiled('production');
const explained = function* () {
  for (const { name } of features) {
    const feature = compiled.get(name);
    if (feature) yield JSON.stringify(evaluator.explain(feature, { userId }, compiled).enabled);
  }
};
await watched('explained to a person', () =>
  Array.fromAsync(pace(explained(), { now: () => new Date(), budgetMs: 600_000, steps: () => evaluator.steps })),
);
