import type { EvaluationContext } from './context.ts';

/**
 * The value of a context field as text: a field of its own first, then `properties`. Null, the empty string and
 * whatever is neither text, number nor boolean count as missing, so inherited members such as `constructor` never match.
 */
export function lookup(context: EvaluationContext, field: string): string | undefined {
  return textOf(context[field]) ?? textOf(context.properties?.[field]);
}

/** As `lookup`, without `properties`: strategies and default stickiness place a context by its own fields only. */
export function ownField(context: EvaluationContext, field: 'userId' | 'sessionId' | 'remoteAddress' | 'currentTime'): string | undefined {
  return textOf(context[field]);
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
