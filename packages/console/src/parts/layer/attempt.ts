import { askAgain } from '../../server/ask.ts';
import { keepFocus } from '../mark/title.tsx';
import { showRefusal, showToast } from './toast.tsx';

/** Runs an action, shows success or the error in a toast, and refetches. */
export async function attempt(work: () => Promise<unknown>, done?: string): Promise<void> {
  await showRefusal(async () => {
    await work();
    if (done !== undefined) showToast(done);
  });
  await askAgain();
  keepFocus();
}

/** Like `attempt`, for forms and confirmations, which show the error themselves. */
export async function execute(work: () => Promise<unknown>, done: string): Promise<void> {
  await work();
  showToast(done);
  await askAgain();
  keepFocus();
}
