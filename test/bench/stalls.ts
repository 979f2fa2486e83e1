// How long many features with the dearest patterns hold the event loop while they are evaluated for one page, and while they
// are explained to one person. Run it with `npm run bench:stalls -- --features 5000`.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import type { FeatureState } from '@signalbox/contracts';
import { stepsPerEvaluation } from '@signalbox/engine';
import { yieldToOthers } from '@signalbox/kit';
import { openReplica } from '../../packages/replica/src/index.ts';
import { Evaluations } from '../../services/delivery/src/evaluation/evaluations.ts';
import { toggleFormat } from '../../services/delivery/src/frontend/toggle-format.ts';
import { pace } from '../../services/playground/src/answer/pace.ts';
import { Evaluator } from '../../services/playground/src/evaluation/evaluator.ts';
import { cpuMs } from '../fuzz/patterns/cpu.ts';
import { hunt, type Prey } from '../fuzz/patterns/hunt.ts';
import { readAmount } from '../../tools/testing/read-amount.ts';
import { engine } from '../fuzz/patterns/targets.ts';

const { values: options } = parseArgs({ options: { features: { type: 'string', default: '5000' } } });
const count = readAmount(options, 'features');
/** Of what a search finds, what takes longest on the longest text that it is tried on. */
function dearest(): Prey {
  const found = [...hunt(engine, 1, 100)].map((prey) => ({ prey, ms: cpuMs(() => engine.evaluate(prey.pattern, prey.text)) }));
  return found.reduce((one, other) => (other.ms > one.ms ? other : one)).prey;
}

const { pattern, text: userId } = dearest();

function evil(index: number): FeatureState {
  const constraints = [
    { contextName: 'userId', operator: 'REGEX' as const, value: pattern.text, caseInsensitive: pattern.caseInsensitive, inverted: true },
  ];
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

/** Milliseconds of this thread's CPU, which a busy machine does not lengthen. */
function cpuNow(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

async function watched(title: string, work: () => Promise<unknown>): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const turns: number[] = [];
  let last = cpuNow();
  let isOver = false;
  const turn = () => {
    turns.push(cpuNow() - last);
    last = cpuNow();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  delay.enable();
  await work();
  isOver = true;
  delay.disable();
  turns.sort((one, other) => one - other);
  const ofTurns = [0.5, 0.99, 1].map((share) => turns[Math.ceil(turns.length * share) - 1]?.toFixed(1)).join(', ');
  const ofDelay = [delay.percentile(50), delay.percentile(99), delay.max].map((nanoseconds) => (nanoseconds / 1e6).toFixed(1)).join(', ');
  console.log(`${title}, ms (median, p99, longest): the loop was held for ${ofDelay}; ${turns.length} turns took ${ofTurns} of CPU`);
}

const evaluations = new Evaluations({ replica, now: () => new Date(0), random: () => 0, id: () => 'id' });
await evaluations.set({ environment: 'production', projects: '*' });
console.log(`${count} features, at most ${stepsPerEvaluation} steps each`);
await watched('evaluated for a page', () =>
  evaluations.render(toggleFormat, { environment: 'production', projects: '*' }, { fields: { userId }, properties: {} }),
);
const evaluator = new Evaluator(() => new Date(), { random: () => 0 });
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
