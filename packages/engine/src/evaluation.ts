import type { Payload } from '@signalbox/contracts';
import type { EvaluationContext, Effects } from './context.ts';
import type { Purse } from './steps.ts';

/** A chosen variant in its wire form. One object per compiled variant, shared by all evaluations: never change it. */
export interface SelectedVariant {
  readonly name: string;
  readonly payload?: Payload;
  readonly enabled: true;
  readonly feature_enabled: true;
}

/** What an SDK reports where no variant was chosen; `feature_enabled` still tells whether the feature is on. */
export interface DisabledVariant {
  readonly name: 'disabled';
  readonly enabled: false;
  readonly feature_enabled: boolean;
}

/**
 * The answer for one feature and one context. `readClock` and `readRandom` say that the answer depended on the time or
 * on chance, so that it must not be cached; a roll-out to everybody, for example, reads no random number.
 */
export interface Evaluation {
  readonly enabled: boolean;
  readonly variant: SelectedVariant | undefined;
  readonly readClock: boolean;
  readonly readRandom: boolean;
  /** How many of `stepsPerEvaluation` it took; absent for none. */
  readonly steps?: number | undefined;
}

/** What of an evaluation says something of the feature. */
export type Decision = Pick<Evaluation, 'enabled' | 'variant'>;

/** The evaluation while it is being made: the only object that evaluating allocates. */
export interface Outcome extends Purse {
  enabled: boolean;
  variant: SelectedVariant | undefined;
  readClock: boolean;
  readRandom: boolean;
}

/** An evaluation that has not begun. */
export const beginOutcome = (): Outcome => ({
  enabled: false,
  variant: undefined,
  readClock: false,
  readRandom: false,
});

/** One decision, compiled. It notes in `outcome` what it read and nothing else. */
export type Test = (context: EvaluationContext, effects: Effects, outcome: Outcome) => boolean;

const offWithoutVariant: DisabledVariant = { name: 'disabled', enabled: false, feature_enabled: false };
const onWithoutVariant: DisabledVariant = { name: 'disabled', enabled: false, feature_enabled: true };

/** The variant that an SDK sees: the chosen one, else the disabled variant (`feature_enabled` as of specification 5.1.0). */
export function serializeVariant(evaluation: Decision): SelectedVariant | DisabledVariant {
  return evaluation.variant ?? (evaluation.enabled ? onWithoutVariant : offWithoutVariant);
}
