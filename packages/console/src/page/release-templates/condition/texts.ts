const counted = (count: number, one: string): string => (count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${one}s`);

/** Texts of the conditions on which a release advances. */
export const conditionTexts = {
  by: {
    time: (duration: string) => `after ${duration}`,
    exposure: (count: number) => `after ${counted(count, 'evaluation')} as enabled`,
    approval: (count: number, groups: string) => `after ${counted(count, 'approval')}${groups === '' ? '' : ` by ${groups}`}`,
    window: (days: string, from: string, to: string, zone: string) => `on ${days} between ${from} and ${to} (${zone})`,
    quiet: (duration: string) => `after ${duration} without a change`,
  },
  hand: 'by hand',
  everyDay: 'every day',
  group: (id: number) => `group ${id}`,
  duration: (amount: number, unit: Unit) => counted(amount, unit.slice(0, -1)),
  units: { minutes: 'minutes', hours: 'hours', days: 'days' },
  kinds: {
    time: 'A time in the milestone',
    exposure: 'Evaluations as enabled',
    approval: 'Approvals',
    window: 'Days and times',
    quiet: 'A time without changes',
  },
  days: { mon: 'Mon', tue: 'Tue', wed: 'Wed', thu: 'Thu', fri: 'Fri', sat: 'Sat', sun: 'Sun' },
  amount: 'Amount',
  unit: 'Unit',
  minimum: 'Evaluations',
  approvals: 'Approvals',
  groups: 'Groups that can approve',
  anyone: 'Anyone who can approve or edit',
  addGroup: 'Add a group',
  removeGroup: (name: string) => `Remove group ${name}`,
  from: 'From',
  to: 'To',
  zone: 'Time zone',
  add: 'Add a condition',
  remove: (kind: string) => `Remove the condition “${kind}”`,
  title: 'The next milestone starts',
  all: 'once all of these hold:',
  noneAbout: 'by hand. Add a condition to let the release advance automatically.',
} as const;

/** The unit of a duration. */
export type Unit = 'minutes' | 'hours' | 'days';
