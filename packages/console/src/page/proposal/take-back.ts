import { showError, showToast } from '../../parts/layer/toast.tsx';
import { askAgain } from '../../server/answer.ts';
import { Refused } from '../../server/refusal.ts';

const changedSince = 'Nothing was undone: someone has changed it since. See the history.';

/** Undoes a write from its toast. `undo` resolves to false, or gets a 412, if the object has changed since. */
export async function takeBack(undo: () => Promise<boolean>): Promise<void> {
  try {
    if (await undo()) showToast('Change undone.');
    else showError(changedSince);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    showError(error.status === 412 ? changedSince : error.message);
  }
  await askAgain();
}
