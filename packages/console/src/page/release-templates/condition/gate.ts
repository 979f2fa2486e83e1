import type { Gate, TransitionCondition } from '../../../server/ask.ts';
import { counted } from '../../../base/format.ts';

/** The unit of a duration. */
export type Unit = 'minutes' | 'hours' | 'days';

/** Minutes in each unit, the longest first. */
export const unitMinutes: Readonly<Record<Unit, number>> = { days: 1440, hours: 60, minutes: 1 };
const units = Object.keys(unitMinutes) as readonly Unit[];

/** Days of the week, from Monday. */
export const weekDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** Name of a group by id; undefined if unknown. */
export type GroupNames = (id: number) => string | undefined;

/** The gates of a condition in the order of the server: the interval comes first. */
export const gatesOf = ({ intervalMinutes, gates = [] }: TransitionCondition): readonly Gate[] => [
  ...(intervalMinutes === undefined ? [] : [{ type: 'time' as const, minutes: intervalMinutes }]),
  ...gates,
];

/** The condition with these gates; null without any. The first time is the interval, which other consoles of this API show too. */
export function conditionOf(gates: readonly Gate[]): TransitionCondition | null {
  if (gates.length === 0) return null;
  const time = gates.find(({ type }) => type === 'time');
  const others = gates.filter((gate) => gate !== time);
  return { ...(time?.minutes !== undefined && { intervalMinutes: time.minutes }), ...(others.length > 0 && { gates: others }) };
}

/** The longest unit that divides a duration evenly, with the amount. */
export function splitDuration(minutes: number): { readonly amount: number; readonly unit: Unit } {
  const unit = units.find((each) => minutes >= unitMinutes[each] && minutes % unitMinutes[each] === 0) ?? 'minutes';
  return { amount: minutes / unitMinutes[unit], unit };
}

/** A duration in words: 1 day, 36 hours. */
function describeDuration(minutes: number): string {
  const { amount, unit } = splitDuration(minutes);
  return counted(amount, unit.slice(0, -1));
}

/** A gate in words: after 1 day. */
export const describeGate = (gate: Gate, groupName: GroupNames): string => describers[gate.type](gate, groupName);

const approval = (count: number, groups: string) => `after ${counted(count, 'approval')}${groups === '' ? '' : ` by ${groups}`}`;

const describers: Readonly<Record<Gate['type'], (gate: Gate, groupName: GroupNames) => string>> = {
  time: ({ minutes = 0 }) => `after ${describeDuration(minutes)}`,
  exposure: ({ minimum = 0 }) => `after ${counted(minimum, 'evaluation')} as enabled`,
  approval: ({ approvals = 1, groups = [] }, groupName) =>
    approval(approvals, groups.map((id) => groupName(id) ?? `group ${id}`).join(' or ')),
  window: ({ days = [], from = '', to = '', timeZone = '' }) => `on ${describeDays(days)} between ${from} and ${to} (${timeZone})`,
  quiet: ({ minutes = 0 }) => `after ${describeDuration(minutes)} without a change`,
};

/** Days as runs: Mon–Fri, Sun. */
function describeDays(days: NonNullable<Gate['days']>): string {
  if (days.length === weekDays.length) return 'every day';
  const runs: (typeof weekDays)[number][][] = [];
  for (const day of weekDays) {
    if (!days.includes(day)) continue;
    const last = runs.at(-1);
    if (last && weekDays.indexOf(day) === weekDays.indexOf(last.at(-1) ?? day) + 1) last.push(day);
    else runs.push([day]);
  }
  return runs.map(describeRun).join(', ');
}

/** Short names of the days of the week. */
export const dayNames = { mon: 'Mon', tue: 'Tue', wed: 'Wed', thu: 'Thu', fri: 'Fri', sat: 'Sat', sun: 'Sun' };

function describeRun(run: readonly (typeof weekDays)[number][]): string {
  const [first, last] = [run[0], run.at(-1)].map((day) => dayNames[day ?? 'mon']);
  return run.length > 2 ? `${first}–${last}` : run.map((day) => dayNames[day]).join(', ');
}

/** A condition in words; “by hand” without one. */
export const describeCondition = (condition: TransitionCondition | null | undefined, groupName: GroupNames): string =>
  condition
    ? gatesOf(condition)
        .map((gate) => describeGate(gate, groupName))
        .join(', and ')
    : 'by hand';
