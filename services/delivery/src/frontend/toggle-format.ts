import { serializeVariant } from '@signalbox/engine';
import type { EvaluationFormat } from '../evaluation/evaluations.ts';

/** Enabled features in the format of client-side SDKs. */
export const toggleFormat: EvaluationFormat = {
  name: 'frontend',
  drawsSession: true,
  leavesOutDisabled: true,
  write: ({ state: { name, impressionData } }, decision) =>
    JSON.stringify({ name, enabled: true, variant: serializeVariant(decision), impressionData }),
  around: ['{"toggles":[', ']}'],
};
