import { confirm } from '../../parts/layer/confirm.tsx';
import { type Proposed, proposeInto } from '../proposal/propose.ts';
import { showError, showToast, showToastWithLink } from '../../parts/layer/toast.tsx';
import { undoPlan } from '../proposal/undo-plan.ts';
import { askAgain } from '../../server/answer.ts';
import type { AppliedPlan, PlanAction, Promotion } from '../../server/operations.ts';
import { Refused } from '../../server/refusal.ts';
import { ask } from '../../server/request.ts';
import { isSameAction } from './promotion.ts';
import { transferTexts } from './texts.ts';
import { partsTexts } from '../../parts/texts.ts';

const texts = transferTexts.promotion;

const namesOf = (actions: readonly PlanAction[]): string[] => actions.map(({ name }) => name);

/** Promotes the actions that the user has seen, all or none. Asks first if parents of their features change as well. */
export async function promote(project: string, promotion: Promotion, seen: readonly PlanAction[]): Promise<void> {
  const path = { projectId: project };
  const body = {
    ...promotion,
    select: { features: namesOf(seen) },
    overwrite: namesOf(seen.filter(({ changedInTarget }) => changedInTarget)),
  };
  const { hash, actions } = await ask('POST /api/admin/projects/{projectId}/promotions/plan', { path, body });
  const planned = new Map(actions.map((action) => [action.name, action]));
  if (seen.some((action) => !isSameAction(action, planned.get(action.name)))) return tellChanged();
  const names = new Set(namesOf(seen));
  const parents = actions.filter(({ name }) => !names.has(name));
  const changedParents = namesOf(parents.filter(({ changedInTarget }) => changedInTarget));
  const apply = async (overwrite: readonly string[]) => {
    const send = (into: string) =>
      ask('POST /api/admin/projects/{projectId}/promotions', { path, body: { ...body, overwrite, expect: { hash }, into } });
    const { environment } = promotion.to;
    if (actions.some((action) => action.protected)) tellProposed(await proposeInto({ project, environment }, send));
    else tellPromoted(project, environment, await send('draft'));
    await askAgain();
  };
  if (parents.length === 0) return apply(body.overwrite);
  return confirm({
    title: texts.alsoTitle,
    about: texts.alsoAbout(namesOf(parents), changedParents),
    submitTitle: texts.promote(actions.length, promotion.to.environment),
    act: () => apply([...body.overwrite, ...changedParents]),
  });
}

/** Shows a refusal. */
export async function promoteOrTell(...given: Parameters<typeof promote>): Promise<void> {
  try {
    await promote(...given);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.kind === 'PlanChanged') return tellChanged();
    showError(error.message);
    await askAgain();
  }
}

async function tellChanged(): Promise<void> {
  showError(texts.changedMeanwhile);
  await askAgain();
}

const tellPromoted = (project: string, environment: string, { id, applied }: AppliedPlan): void =>
  showToast(texts.done(applied, environment), id === null ? undefined : () => void undoPlan({ projectId: project, planId: id }));

function tellProposed({ answer: { changeRequests }, added }: Proposed<AppliedPlan>): void {
  const url = changeRequests[0]?.url ?? null;
  if (url === null) showToast(added);
  else showToastWithLink(added, { title: partsTexts.openRequest, href: url });
}
