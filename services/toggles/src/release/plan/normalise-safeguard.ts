import type { Safeguard } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { ulidOf } from '../../base/database/ulid-of.ts';
import { badValue, type Pointer, under } from '../../base/input/bad-value.ts';
import type { WriteSafeguard } from './plan.schema.ts';

const synonyms = { hold: 'pauseReleasePlanProgressions', off: 'disableFeatureEnvironment' } as const;
const defaultGraceMinutes = 15;

/** Throws 400 for a metric outside of this instance. Without an action, the safeguard pauses the release. */
export function normaliseSafeguard(context: Context, input: WriteSafeguard, pointer: Pointer): Safeguard {
  const { impactMetric, triggerCondition, action = 'hold', onNoData = 'hold', graceMinutes = defaultGraceMinutes, id } = input;
  if (impactMetric.source === 'external')
    throw badValue(
      under(pointer, 'impactMetric', 'source'),
      'must be internal: safeguards only watch metrics that SDKs report to this instance',
    );
  return {
    id: id ?? ulidOf(context.id()),
    impactMetric,
    triggerCondition,
    action: action === 'hold' || action === 'off' ? synonyms[action] : action,
    onNoData,
    graceMinutes,
    triggeredAt: null,
    reason: null,
  };
}
