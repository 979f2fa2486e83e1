import { askAgain } from '../../server/answer.ts';
import { keepFocus } from '../mark/title.tsx';
import { Refused } from '../../server/refusal.ts';
import { showToast, showError } from './toast.tsx';

/** Runs an action, and shows the error in a toast if the server refuses it. */
export async function showRefusal(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    showError(error.message);
  }
}

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
