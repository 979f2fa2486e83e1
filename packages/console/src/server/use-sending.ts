import { useSignal } from '@preact/signals';
import { Refused } from './refusal.ts';

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
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused.value = error;
      return false;
    } finally {
      isBusy.value = false;
    }
  }
  return { isBusy, refused, send };
}
