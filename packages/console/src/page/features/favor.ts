import { showError } from '../../parts/layer/toast.tsx';
import { askAgain } from '../../server/answer.ts';
import { Refused } from '../../server/refusal.ts';
import { send } from '../../server/call.ts';
import { favorCall } from './feature-calls.ts';
import type { Row } from './rows.ts';

/** Adds a feature to the favorites or removes it. */
export async function favor(feature: Pick<Row, 'project' | 'name' | 'favorite'>): Promise<void> {
  try {
    await send(favorCall(feature));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    showError(error.message);
  }
  await askAgain();
}
