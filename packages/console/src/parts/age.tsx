import { sayAge } from '../base/time.ts';
import { words } from '../base/words.ts';

/** How long ago something was, with the exact moment on hover. */
export function Age({ at }: { readonly at: string | null }) {
  if (at === null) return <span class="dimmer">{words.never}</span>;
  return (
    <time dateTime={at} title={exact.format(new Date(at))}>
      {sayAge(Date.parse(at), Date.now())}
    </time>
  );
}

/** The day of something that lies ahead, or may. */
export function Day({ at }: { readonly at: string | null }) {
  if (at === null) return <span class="dimmer">{words.never}</span>;
  return (
    <time dateTime={at} title={exact.format(new Date(at))}>
      {day.format(new Date(at))}
    </time>
  );
}

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
