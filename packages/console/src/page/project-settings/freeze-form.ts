import { ownTimeZone } from '../../base/format.ts';
import type { EntriesOf } from '../../parts/form/fields.ts';
import type { Freeze } from '../../server/ask.ts';

export const repeatChoices = { never: 'never', daily: 'every day', weekly: 'every week', yearly: 'every year' };

const repeats = Object.keys(repeatChoices) as Freeze['repeats'][];

/** A freeze without a name and times, in the time zone of the browser. */
export const newFreeze = (): Freeze => ({
  name: '',
  start: '',
  end: '',
  timeZone: ownTimeZone(),
  repeats: 'never',
});

export const freezeEntries = (): Required<EntriesOf<Freeze>> => ({
  name: { kind: 'text', label: 'Name', isRequired: true },
  start: { kind: 'moment', label: 'Start', isRequired: true },
  end: { kind: 'moment', label: 'End', isRequired: true },
  timeZone: {
    kind: 'choice',
    label: 'Time zone',
    choices: ['UTC', ...Intl.supportedValuesOf('timeZone')],
  },
  repeats: { kind: 'choice', label: 'Repeats', choices: repeats.map((value) => ({ value, title: repeatChoices[value] })) },
});
