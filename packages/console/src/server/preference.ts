import { answers, askAgain, useAnswer } from './answer.ts';
import { ask } from './request.ts';

const name = 'GET /api/admin/user/settings/{key}';
const list = 'GET /api/admin/user/settings';

/** What the console stores for whoever is logged in, wherever that is: by the key, and what counts until something is stored. */
export interface Preference<T> {
  readonly key: string;
  readonly initial: T;
  /** What was stored, as far as it can be understood: others may have written it. */
  readonly read: (stored: unknown) => T;
}

/** What is stored. Where nothing is, or the server cannot tell, what counts initially: only what the list names is asked for. */
export function usePreference<T>({ key, initial, read }: Preference<T>): T {
  const { data: stored } = useAnswer(list, {});
  const isStored = stored?.settings.some((each) => each.key === key) ?? false;
  const { data } = useAnswer(name, { path: { key } }, { when: isStored });
  return data === undefined ? initial : read(data.value);
}

/** Stores it; what is looked at follows at once. Throws a `Refused`. */
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
