import { MetricsCount, RegisterCount, validator } from '@signalbox/contracts';
import type { CountConsumer } from '@signalbox/kit';
import { foldCounts } from './fold-counts.ts';
import { writeCounts } from './write-counts.ts';
import { writeApplications } from './write-applications.ts';

const isMetrics = validator(MetricsCount);
const isRegister = validator(RegisterCount);

/** Stores what applications counted, and which of their instances run. */
export const onUsageCounted: CountConsumer = {
  queue: 'toggles.usage',
  async take(bodies, context) {
    const metrics = bodies.filter(isMetrics);
    const registers = bodies.filter(isRegister);
    await writeCounts(context, foldCounts(metrics));
    await writeApplications(context, metrics, registers);
  },
};
