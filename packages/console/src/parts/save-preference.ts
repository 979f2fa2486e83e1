import { type Preference, savePreference } from '../server/preference.ts';
import { Refused } from '../server/refusal.ts';
import { sayRefused } from './toast.tsx';

/** Stores what somebody has chosen, and says what was refused of it. */
export async function saveOrSay<T>(preference: Preference<T>, value: T): Promise<void> {
  try {
    await savePreference(preference, value);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    sayRefused(error.message);
  }
}
