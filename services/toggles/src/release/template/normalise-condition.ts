import type { Gate, TransitionCondition } from '@signalbox/contracts';
import { badValue, type Pointer, under } from '../../base/input/bad-value.ts';
import { isTimeZone } from '../../project/protection/time-zone.ts';

type Part = Exclude<keyof Gate, 'type'>;

/** The properties that each type of gate requires. */
const required: Readonly<Record<Gate['type'], readonly Part[]>> = {
  time: ['minutes'],
  exposure: ['minimum'],
  approval: ['approvals'],
  window: ['days', 'from', 'to', 'timeZone'],
  quiet: ['minutes'],
};
const optional: Readonly<Record<Gate['type'], readonly Part[]>> = {
  time: [],
  exposure: ['unit'],
  approval: ['groups'],
  window: [],
  quiet: [],
};

/** Throws 400 for a condition without gates, and for gates that lack a property or have one of another type. */
export function normaliseCondition<Condition extends TransitionCondition | null>(condition: Condition, pointer: Pointer): Condition {
  if (condition === null) return condition;
  const { intervalMinutes, gates = [] } = condition;
  if (intervalMinutes === undefined && gates.length === 0) throw badValue(pointer, 'must have intervalMinutes or gates');
  for (const [index, gate] of gates.entries()) refuseBadGate(gate, under(pointer, 'gates', index));
  return condition;
}

function refuseBadGate({ type, ...parts }: Gate, pointer: Pointer): void {
  const missing = required[type].find((part) => parts[part] === undefined);
  if (missing) throw badValue(under(pointer, missing), `is required for a gate of type ${type}`);
  const known = [...required[type], ...optional[type]];
  const other = (Object.keys(parts) as Part[]).find((part) => parts[part] !== undefined && !known.includes(part));
  if (other) throw badValue(under(pointer, other), `must be absent from a gate of type ${type}`);
  if (type !== 'window') return;
  const { from = '', to = '', timeZone = '' } = parts;
  if (!isTimeZone(timeZone)) throw badValue(under(pointer, 'timeZone'), `must be the name of a time zone; got ${timeZone}`);
  if (to <= from) throw badValue(under(pointer, 'to'), `must be later than from; got ${to}`);
}
