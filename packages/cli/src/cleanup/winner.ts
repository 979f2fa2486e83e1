import { usageProblem } from '../base/problem.ts';
import type { Constant } from './constant.ts';

/** The only answer that a flag has left. */
export interface Winner {
  readonly enabled: boolean;
  readonly variant?: string;
  readonly payload?: { readonly type: string; readonly value: string };
}

/** Parses `on`, `off` and `variant=NAME`. */
export function parseWinner(text: string): Winner {
  if (text === 'on' || text === 'off') return { enabled: text === 'on' };
  const [, variant] = /^variant=(.+)$/s.exec(text) ?? [];
  if (variant === undefined) throw usageProblem(`--winner must be on, off or variant=NAME; got ${text}.`);
  return { enabled: true, variant };
}

/** The result of a call, or the reason why it is not known. */
export type Result = Constant | { readonly reason: string };

const booleanMethod =
  /^(?:isEnabled|isFeatureEnabled|hasFeature|isOn|useFlag|useFeatureIsOn|useFeatureFlagEnabled|(?:get|use)Boolean(?:Flag)?Value|boolVariation)$/;
const payloadMethod = /^(?:get|use)(String|Number|Object)(?:Flag)?Value$/;

/** The result of an SDK's method. `fallback` is the literal that the caller passes last, if it is a boolean. */
export function resultOf(method: string, winner: Winner, given: { readonly hasFallback: boolean; readonly isBoolean: boolean }): Result {
  const { enabled } = winner;
  if (booleanMethod.test(method)) return { value: enabled };
  if (/^is(?:Off|Disabled)$/.test(method)) return { value: !enabled };
  if (method === 'getVariant' || method === 'useVariant') return variantOf(winner, given.hasFallback);
  if (/^(?:variation|getFeatureValue|getValue)(?:Async)?$/.test(method) && given.isBoolean) return { value: enabled };
  const [, type] = payloadMethod.exec(method) ?? [];
  return type === undefined ? { reason: `the result of ${method} is not known` } : payloadOf(winner, type);
}

function variantOf({ enabled, variant, payload }: Winner, hasFallback: boolean): Result {
  if (variant === undefined && hasFallback) return { reason: 'the flag has no variant, so the fallback of the call decides' };
  const isSelected = enabled && variant !== undefined;
  return {
    value: {
      name: isSelected ? variant : 'disabled',
      enabled: isSelected,
      feature_enabled: enabled,
      payload: isSelected ? payload : undefined,
    },
  };
}

function payloadOf({ payload }: Winner, type: string): Result {
  const reason = `the winner has no payload that is ${type === 'Object' ? 'JSON' : `a ${type.toLowerCase()}`}`;
  if (payload === undefined) return { reason };
  if (type === 'String') return payload.type === 'string' || payload.type === 'csv' ? { value: payload.value } : { reason };
  try {
    const value: unknown = JSON.parse(payload.value);
    const isRight = type === 'Number' ? payload.type === 'number' && typeof value === 'number' : payload.type === 'json';
    return isRight ? { value } : { reason };
  } catch {
    return { reason };
  }
}
