import { render } from 'preact';
import { dropDrafts } from '../parts/saved-draft.ts';
import { answers, ask } from '../server/ask.ts';
import { recentKey, recentProjectsKey } from './palette.ts';
import { singleKeysKey } from '../parts/single-keys.ts';

/** Ends the session and clears the page. */
export async function logOut(): Promise<void> {
  await ask('POST /logout', {});
  // Unmounts everything first: a component that refetches would get a 401 and redirect to login a second time.
  render(null, document.body);
  answers.clear();
  for (const key of [recentKey, recentProjectsKey, singleKeysKey]) localStorage.removeItem(key);
  dropDrafts();
  location.assign('/login');
}
