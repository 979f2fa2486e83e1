import { Type, type Static } from 'typebox';
import { badValue } from '../../base/input/bad-value.ts';

const Summary = Type.Optional(Type.String());
const Texts = Type.Optional(Type.Record(Type.String(), Type.Unknown()));

/**
 * One of three shapes: `{firing, summary}`, a webhook of Alertmanager (version 4) with `status`, or one of Flagger with `phase`. Other
 * properties of these webhooks are not read.
 */
export const SignalReport = Type.Object(
  {
    firing: Type.Optional(Type.Boolean()),
    summary: Summary,
    status: Type.Optional(Type.Enum(['firing', 'resolved'])),
    commonAnnotations: Texts,
    phase: Type.Optional(Type.String()),
    metadata: Texts,
  },
  { additionalProperties: true },
);
export type SignalReport = Static<typeof SignalReport>;

/** The reported state. */
export interface ReportedState {
  readonly firing: boolean;
  readonly summary: string | null;
}

const maxSummary = 1000;

/** Throws 400 for a body of no known shape. A canary of Flagger fires once it has failed. */
export function readSignal({ firing, status, phase, summary, commonAnnotations, metadata }: SignalReport): ReportedState {
  if (firing !== undefined) return { firing, summary: shortened(summary) };
  if (status !== undefined) return { firing: status === 'firing', summary: shortened(commonAnnotations?.['summary']) };
  if (phase !== undefined) return { firing: phase === 'Failed', summary: shortened(metadata?.['eventMessage']) };
  throw badValue('', 'The body must have firing, or be a webhook of Alertmanager (status) or Flagger (phase).');
}

const shortened = (text: unknown): string | null => (typeof text === 'string' && text !== '' ? text.slice(0, maxSummary) : null);
