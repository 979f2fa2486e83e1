import { serializeVariant } from '@signalbox/engine';
import type { EvaluationFormat } from '../evaluation/evaluations.ts';

/** The features that are on, as browsers and phones take them. */
export const toggleFormat: EvaluationFormat = {
  name: 'frontend',
  drawsSession: true,
  leavesOutDisabled: true,
  write: ({ state: { name, impressionData } }, decision) =>
    JSON.stringify({ name, enabled: true, variant: serializeVariant(decision), impressionData }),
  wrap: (features) => `{"toggles":[${features}]}`,
};
