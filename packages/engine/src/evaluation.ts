import type { Payload } from '@signalbox/contracts';
import type { EvaluationContext, Effects } from './context.ts';
import type { StepBudget } from './steps.ts';

/** A selected variant in its wire format. All evaluations share one object per compiled variant; never change it. */
export interface SelectedVariant {
  readonly name: string;
  readonly payload?: Payload;
  readonly enabled: true;
  readonly feature_enabled: true;
}

/** Variant in the SDK's response if none was selected. `feature_enabled` still reports whether the feature is on. */
export interface DisabledVariant {
  readonly name: 'disabled';
  readonly enabled: false;
  readonly feature_enabled: boolean;
}

/**
 * Result for one feature and one context. `readClock` and `readRandom` are true if the result depended on time or chance, so that it must
 * not be cached. For example, a rollout to 100 % reads no random number.
 */
export interface Evaluation {
  readonly enabled: boolean;
  readonly variant: SelectedVariant | undefined;
  readonly readClock: boolean;
  readonly readRandom: boolean;
  /** Used part of `stepsPerEvaluation`. Absent if none. */
  readonly steps?: number | undefined;
}

/** The part of an evaluation that decides about the feature. */
export type Decision = Pick<Evaluation, 'enabled' | 'variant'>;

/** An evaluation in progress: the only object that it allocates. */
export interface Outcome extends StepBudget {
  enabled: boolean;
  variant: SelectedVariant | undefined;
  readClock: boolean;
  readRandom: boolean;
}

/** Creates an evaluation that has not begun. */
export const beginOutcome = (): Outcome => ({
  enabled: false,
  variant: undefined,
  readClock: false,
  readRandom: false,
});

/** A compiled decision. Its only side effect is to record in `outcome` which inputs it read. */
export type Test = (context: EvaluationContext, effects: Effects, outcome: Outcome) => boolean;

/** Tests that read nothing. Compiled parts use these two whenever no context can change their result, so that others can compare with them. */
export const never: Test = () => false;
export const always: Test = () => true;

const offWithoutVariant: DisabledVariant = { name: 'disabled', enabled: false, feature_enabled: false };
const onWithoutVariant: DisabledVariant = { name: 'disabled', enabled: false, feature_enabled: true };

/** Variant for an SDK: the selected one, or the disabled variant (`feature_enabled` since specification 5.1.0). */
export function serializeVariant(evaluation: Decision): SelectedVariant | DisabledVariant {
  return evaluation.variant ?? (evaluation.enabled ? onWithoutVariant : offWithoutVariant);
}
