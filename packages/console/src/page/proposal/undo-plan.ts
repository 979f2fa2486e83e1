import { askAgain, type DocumentPlan, ask } from '../../server/ask.ts';
import { catchRefusal } from '../../server/refusal.ts';
import { proposeInto } from './propose.ts';
import type { Where } from './target.ts';
import { showError, showToast } from '../../parts/layer/toast.tsx';

/** The first protected environment that the plan changes, if any. */
export function protectedIn(project: string, { actions }: Pick<DocumentPlan, 'actions'>): Where | undefined {
  const environment = actions.find((action) => action.protected)?.environment;
  return environment === undefined ? undefined : { project, environment };
}

/** Undoes an applied plan as one. Without the plan of its undo, changes that were made since are not overwritten. Resolves to whether it was done. */
export async function undoPlan(path: { readonly projectId: string; readonly planId: string }, seen?: DocumentPlan): Promise<boolean> {
  const refusal = await catchRefusal(async () => {
    const plan = seen ?? (await ask('GET /api/admin/projects/{projectId}/applied-plans/{planId}/undo', { path }));
    const body = { expect: { hash: plan.hash }, anyway: seen !== undefined };
    const send = (into: string) =>
      ask('POST /api/admin/projects/{projectId}/applied-plans/{planId}/undo', { path, body: { ...body, into } });
    const where = protectedIn(path.projectId, plan);
    if (where) showToast((await proposeInto(where, send)).added);
    else {
      await send('draft');
      showToast('Change undone.');
    }
  });
  if (refusal) showError(refusal.message);
  await askAgain();
  return refusal === null;
}
