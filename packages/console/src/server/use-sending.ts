import { useSignal } from '@preact/signals';
import { type Refused, catchRefusal } from './refusal.ts';

/** State of the requests of a form: one at a time, with the last refusal. */
export function useSending() {
  const isBusy = useSignal(false);
  const refused = useSignal<Refused | null>(null);
  /** Returns false if an earlier request is under way, or if the server refuses this one. */
  async function send(work: () => Promise<unknown>): Promise<boolean> {
    if (isBusy.value) return false;
    isBusy.value = true;
    refused.value = null;
    try {
      refused.value = await catchRefusal(work);
      return refused.value === null;
    } finally {
      isBusy.value = false;
    }
  }
  return { isBusy, refused, send };
}
