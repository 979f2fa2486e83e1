import { confirm } from '../../parts/form/confirm.tsx';
import { type Proposed, proposeInto } from '../proposal/propose.ts';
import { showError, showToast, showToastWithLink } from '../../parts/layer/toast.tsx';
import { undoPlan } from '../proposal/undo-plan.ts';
import { askAgain } from '../../server/answer.ts';
import type { AppliedPlan, PlanAction, Promotion } from '../../server/operations.ts';
import { Refused } from '../../server/refusal.ts';
import { ask } from '../../server/request.ts';
import { isSameAction } from './promotion.ts';
import { counted } from '../../base/counted.ts';

const namesOf = (actions: readonly PlanAction[]): string[] => actions.map(({ name }) => name);

const alsoAbout = (names: readonly string[], changed: readonly string[]) =>
  `The selected features depend on ${names.join(', ')}, which also differ and are promoted with them.${changed.length === 0 ? '' : ` This overwrites later changes of ${changed.join(', ')}.`}`;

/** Title of the button, and of the question about parents. */
export const promoteTitle = (count: number, to: string) => `Promote ${counted(count, 'feature')} to ${to}`;

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
    title: 'Promote parents as well?',
    about: alsoAbout(namesOf(parents), changedParents),
    submitTitle: promoteTitle(actions.length, promotion.to.environment),
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
  showError('Nothing was promoted: someone changed these features in the meantime. Review the differences again.');
  await askAgain();
}

const tellPromoted = (project: string, environment: string, { id, applied }: AppliedPlan): void =>
  showToast(
    `Promoted ${counted(applied, 'feature')} to ${environment}.`,
    id === null ? undefined : () => void undoPlan({ projectId: project, planId: id }),
  );

function tellProposed({ answer: { changeRequests }, added }: Proposed<AppliedPlan>): void {
  const url = changeRequests[0]?.url ?? null;
  if (url === null) showToast(added);
  else showToastWithLink(added, { title: 'Open', href: url });
}
