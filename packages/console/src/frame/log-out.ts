import { answers } from '../server/answer.ts';
import { ask } from '../server/request.ts';

/** Ends the session; nothing of what was seen stays in the page. */
export async function logOut(): Promise<void> {
  await ask('POST /logout', {});
  answers.clear();
  location.assign('/login');
}
