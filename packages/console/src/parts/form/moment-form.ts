import { asLocalMoment, hourMs, momentIn, ownTimeZone } from '../../base/format.ts';
import { openForm } from './value-form.tsx';

interface MomentForm {
  readonly title: string;
  /** The effect at that moment. */
  readonly hint: string;
  /** The earlier choice; by default, in an hour. */
  readonly chosen?: string | undefined;
  /** Receives the moment in the API's format. */
  readonly submit: (at: string) => Promise<void>;
}

/** Asks for a moment in the browser's time zone. */
export function askForMoment({ title, hint, chosen, submit }: MomentForm): void {
  openForm({
    title,
    submitTitle: 'Schedule',
    initial: { at: asLocalMoment(chosen ?? new Date(Date.now() + hourMs).toISOString()) },
    entries: {
      at: { kind: 'moment', label: 'Apply at', hint: `In your time zone, ${ownTimeZone()}. ${hint}`, isRequired: true },
    },
    submit: ({ at }) => submit(momentIn(at)),
  });
}
