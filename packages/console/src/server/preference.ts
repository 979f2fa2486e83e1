import { answers, askAgain, useAnswer, ask } from './ask.ts';

const name = 'GET /api/admin/user/settings/{key}';
const list = 'GET /api/admin/user/settings';

/** A setting stored on the server for the logged-in user, with the value that applies until one is stored. */
export interface Preference<T> {
  readonly key: string;
  readonly initial: T;
  /** Validates a stored value, which other clients may have written. */
  readonly read: (stored: unknown) => T;
}

/** The stored value, or the initial one if none is stored or it cannot be loaded. Only listed settings are fetched. */
export function usePreference<T>({ key, initial, read }: Preference<T>): T {
  const { data: stored } = useAnswer(list, {});
  const isStored = stored?.settings.some((each) => each.key === key) ?? false;
  const { data } = useAnswer(name, { path: { key } }, { when: isStored });
  return data === undefined ? initial : read(data.value);
}

/** Stores a value and refetches. Throws `Refused`. */
export async function savePreference<T>({ key }: Preference<T>, value: T): Promise<void> {
  const path = { key };
  const before = answers.getQueryData([name, { path }]);
  answers.setQueryData([name, { path }], { key, value, updatedAt: new Date().toISOString() });
  try {
    answers.setQueryData([name, { path }], await ask('PUT /api/admin/user/settings/{key}', { path, body: { value } }));
    void askAgain(list);
  } catch (error) {
    answers.setQueryData([name, { path }], before);
    throw error;
  }
}
