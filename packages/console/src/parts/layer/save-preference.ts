import { type Preference, savePreference } from '../../server/preference.ts';
import { Refused } from '../../server/refusal.ts';
import { showError } from './toast.tsx';

/** Saves a preference, or shows the error in a toast. */
export async function saveOrShowError<T>(preference: Preference<T>, value: T): Promise<void> {
  try {
    await savePreference(preference, value);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    showError(error.message);
  }
}
