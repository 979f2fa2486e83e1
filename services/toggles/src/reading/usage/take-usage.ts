import { durableQueues, MetricsCount, RegisterCount } from '@signalbox/contracts';
import type { CountConsumer } from '@signalbox/kit';
import { Compile } from 'typebox/compile';
import { foldCounts } from './fold-counts.ts';
import { writeCounts } from './write-counts.ts';
import { writePrograms } from './write-programs.ts';

const isMetrics = Compile(MetricsCount);
const isRegister = Compile(RegisterCount);

/** Takes in what programs counted and that they run. */
export const takeUsage: CountConsumer = {
  queue: durableQueues.usage.queue,
  async take(bodies, context) {
    const metrics = bodies.filter((body) => isMetrics.Check(body));
    const registers = bodies.filter((body) => isRegister.Check(body));
    await writeCounts(context, foldCounts(metrics));
    await writePrograms(context, metrics, registers);
  },
};
