import { minuteMs } from '@signalbox/kit';
import { type Gate, type GateApproval, type TransitionCondition, weekDays } from '@signalbox/contracts';

/** Everything that the gates of a milestone depend on. Times are epoch milliseconds. */
export interface GateFacts {
  readonly now: number;
  /** The time since which the milestone has been in effect without a pause, with the feature on. */
  readonly inEffectSince: number;
  /** Evaluations as enabled, in hours that began after the milestone. */
  readonly evaluations: number;
  /** Approvals by users who may still approve. */
  readonly approvals: readonly GateApproval[];
  /** Approvals by users who may not approve any more. */
  readonly lapsed: readonly GateApproval[];
  /** The last change of the feature by a user, if any. */
  readonly changedAt: number | null;
}

export interface GateResult {
  readonly type: Gate['type'];
  readonly holds: boolean;
  /** Null if the gate holds. */
  readonly reason: string | null;
  /** The time since which it holds, if known. */
  readonly since: number | null;
  /** The earliest time at which it may hold. `Infinity` if only a user can make it hold. */
  readonly next: number;
}

/** `intervalMinutes` is a gate of type `time`. */
export const gatesOf = ({ intervalMinutes, gates = [] }: TransitionCondition): readonly Gate[] => [
  ...(intervalMinutes === undefined ? [] : [{ type: 'time' as const, minutes: intervalMinutes }]),
  ...gates,
];

/** Decides whether a gate holds. Pure: the clock is part of the facts. */
export const evaluateGate = (gate: Gate, facts: GateFacts): GateResult => evaluators[gate.type](gate, facts);

const holding = (type: Gate['type'], now: number, since: number | null): GateResult => ({
  type,
  holds: true,
  reason: null,
  since,
  next: now,
});
const waiting = (type: Gate['type'], reason: string, next: number): GateResult => ({ type, holds: false, reason, since: null, next });

const iso = (ms: number): string => new Date(ms).toISOString();

const evaluators: Readonly<Record<Gate['type'], (gate: Gate, facts: GateFacts) => GateResult>> = {
  time: ({ minutes = 0 }, { now, inEffectSince }) => {
    const at = inEffectSince + minutes * minuteMs;
    return at <= now
      ? holding('time', now, at)
      : waiting('time', `The milestone has been in effect since ${iso(inEffectSince)}; ${minutes} minutes end at ${iso(at)}.`, at);
  },
  exposure: ({ minimum = 0 }, { now, evaluations }) =>
    evaluations >= minimum
      ? holding('exposure', now, null)
      : waiting(
          'exposure',
          `${evaluations.toLocaleString('en')} of ${minimum.toLocaleString('en')} evaluations as enabled, counting full hours since the milestone started.`,
          now + minuteMs,
        ),
  approval: ({ approvals: needed = 1, groups }, { now, approvals, lapsed }) => {
    const counting = approvals.filter((approval) => groups === undefined || approval.groups.some((group) => groups.includes(group)));
    const last = counting[needed - 1];
    if (last) return holding('approval', now, Date.parse(last.at));
    const reason = `Approvals given: ${counting.length} of ${needed}.`;
    if (lapsed.length === 0) return waiting('approval', reason, Infinity);
    const names = lapsed.map(({ name }) => name).join(', ');
    return waiting('approval', `${reason} Approvals by users who may not approve now do not count: ${names}.`, now + minuteMs);
  },
  window: (gate, { now }) => {
    const open = opening(gate, now);
    return open.from <= now ? holding('window', now, open.from) : waiting('window', `The window opens at ${iso(open.from)}.`, open.from);
  },
  quiet: ({ minutes = 0 }, { now, inEffectSince, changedAt }) => {
    const at = Math.max(changedAt ?? 0, inEffectSince) + minutes * minuteMs;
    return at <= now
      ? holding('quiet', now, at)
      : waiting('quiet', `The feature last changed at ${iso(at - minutes * minuteMs)}; ${minutes} quiet minutes end at ${iso(at)}.`, at);
  },
};

/** The window that is open at `now`, or the next one. Local times that a change of clocks skips move forward. */
function opening({ days = [], from = '', to = '', timeZone = 'UTC' }: Gate, now: number): { readonly from: number; readonly to: number } {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate();
  const at = (day: Temporal.PlainDate, time: string): number =>
    day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds;
  for (let offset = 0; offset <= 7; offset += 1) {
    const day = today.add({ days: offset });
    const name = weekDays[day.dayOfWeek - 1];
    if (name && days.includes(name) && at(day, to) > now) return { from: at(day, from), to: at(day, to) };
  }
  return { from: Infinity, to: Infinity };
}
