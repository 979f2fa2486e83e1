import { MetricsCount, RegisterCount } from '@signalbox/contracts';
import type { CountConsumer } from '@signalbox/kit';
import { Compile } from 'typebox/compile';
import { foldCounts } from './fold-counts.ts';
import { writeCounts } from './write-counts.ts';
import { writeApplications } from './write-applications.ts';

const isMetrics = Compile(MetricsCount);
const isRegister = Compile(RegisterCount);

/** Stores what applications counted, and which of their instances run. */
export const onUsageCounted: CountConsumer = {
  queue: 'toggles.usage',
  async take(bodies, context) {
    const metrics = bodies.filter((body) => isMetrics.Check(body));
    const registers = bodies.filter((body) => isRegister.Check(body));
    await writeCounts(context, foldCounts(metrics));
    await writeApplications(context, metrics, registers);
  },
};
