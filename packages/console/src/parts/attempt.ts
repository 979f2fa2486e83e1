import { askAgain } from '../server/answer.ts';
import { Refused } from '../server/refusal.ts';
import { say, sayRefused } from './toast.tsx';

/** Does something at once, says that it was done or why it was refused, and has what is looked at asked again. */
export async function attempt(work: () => Promise<unknown>, done?: string): Promise<void> {
  try {
    await work();
    if (done !== undefined) say(done);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    sayRefused(error.message);
  }
  await askAgain();
}

/** The same for what a form or a question sends, which show themselves what is refused. */
export async function carryOut(work: () => Promise<unknown>, done: string): Promise<void> {
  await work();
  say(done);
  await askAgain();
}
