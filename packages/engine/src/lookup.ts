import type { EvaluationContext } from './context.ts';

/**
 * Value of a context field as text: from the field itself, otherwise from `properties`. Null, the empty string and values other than text,
 * number or boolean count as missing, so inherited members such as `constructor` never match.
 */
export function lookup(context: EvaluationContext, field: string): string | undefined {
  const own = context[field];
  // Most fields are properties, and most values are texts.
  const text = own === undefined ? undefined : textOf(own);
  if (text !== undefined) return text;
  const property = context.properties?.[field];
  return typeof property === 'string' && property !== '' ? property : textOf(property);
}

/** The context's own fields that rollouts read most. A fixed name is faster than `ownField`. */
export const userIdOf = (context: EvaluationContext): string | undefined => textOf(context.userId);
export const sessionIdOf = (context: EvaluationContext): string | undefined => textOf(context.sessionId);

/** `lookup` without `properties`: strategies and default stickiness use only the context's own fields. */
export function ownField(context: EvaluationContext, field: 'userId' | 'sessionId' | 'remoteAddress' | 'currentTime'): string | undefined {
  return textOf(context[field]);
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
