import { askAgain } from '../server/answer.ts';
import type { DocumentPlan } from '../server/operations.ts';
import { Refused } from '../server/refusal.ts';
import { ask } from '../server/request.ts';
import { partsTexts } from './texts.ts';
import { showError, showToast } from './toast.tsx';

interface PlanPath {
  readonly projectId: string;
  readonly planId: string;
}

/** Undoes an applied plan as one. Without the plan of its undo, changes that were made since are not overwritten. Resolves to whether it was done. */
export async function undoPlan(path: PlanPath, seen?: DocumentPlan): Promise<boolean> {
  try {
    const { hash } = seen ?? (await ask('GET /api/admin/projects/{projectId}/applied-plans/{planId}/undo', { path }));
    const request = { path, body: { expect: { hash }, anyway: seen !== undefined } };
    const { changeRequests } = await ask('POST /api/admin/projects/{projectId}/applied-plans/{planId}/undo', request);
    showToast(changeRequests.length > 0 ? partsTexts.undoPlan.proposed : partsTexts.undoPlan.done);
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    showError(error.message);
    return false;
  } finally {
    await askAgain();
  }
}
