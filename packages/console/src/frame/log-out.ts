import { render } from 'preact';
import { answers } from '../server/answer.ts';
import { ask } from '../server/request.ts';
import { recentKey } from './palette.ts';
import { singleKeysKey } from './single-keys.ts';

/** Ends the session; nothing of what was seen stays in the page. */
export async function logOut(): Promise<void> {
  await ask('POST /logout', {});
  // Nothing is left that asks again, is refused, and leads to the log-in a second time.
  render(null, document.body);
  answers.clear();
  for (const key of [recentKey, singleKeysKey]) localStorage.removeItem(key);
  location.assign('/login');
}
