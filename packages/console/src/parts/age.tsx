import { formatAge } from '../base/time.ts';
import { partsTexts } from './texts.ts';

/** A relative time, with the exact time on hover. */
export function Age({ at }: { readonly at: string | null }) {
  if (at === null) return <span class="dimmer">{partsTexts.never}</span>;
  return (
    <time dateTime={at} title={exactTime(at)}>
      {formatAge(Date.parse(at), Date.now())}
    </time>
  );
}

/** The day of a moment, often in the future. */
export function Day({ at }: { readonly at: string | null }) {
  if (at === null) return <span class="dimmer">{partsTexts.never}</span>;
  return (
    <time dateTime={at} title={exactTime(at)}>
      {day.format(new Date(at))}
    </time>
  );
}

/** The exact time in the browser's time zone. */
export const exactTime = (at: string): string => exact.format(new Date(at));

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
