import { showError, showToast } from '../../parts/layer/toast.tsx';
import { askAgain } from '../../server/ask.ts';
import { catchRefusal } from '../../server/refusal.ts';

const changedSince = 'Nothing was undone: someone has changed it since. See the history.';

/** Undoes a write from its toast. `undo` resolves to false, or gets a 412, if the object has changed since. */
export async function takeBack(undo: () => Promise<boolean>): Promise<void> {
  const refusal = await catchRefusal(async () => ((await undo()) ? showToast('Change undone.') : showError(changedSince)));
  if (refusal) showError(refusal.status === 412 ? changedSince : refusal.message);
  await askAgain();
}
