import { changeRequestHref } from '../../frame/address.ts';
import { say, sayRefused, sayWith } from '../../parts/toast.tsx';
import { askAgain } from '../../server/answer.ts';
import { type Call, callOf, send } from '../../server/call.ts';
import type { ChangeInput } from '../../server/operations.ts';
import { Refused } from '../../server/refusal.ts';
import { pageTexts } from '../texts.ts';

/** A feature in an environment, and whether it is protected there: then every change goes to the draft of a change request. */
export interface Target {
  readonly project: string;
  readonly feature: string;
  readonly environment: string;
  readonly protected: boolean;
}

/** A change that is thought of, before it is saved: what the test personas are asked with. */
export type DraftChange = Omit<ChangeInput, 'feature'>;

/** A change in both of its forms: as a change request would hold it, and as the requests that make it at once, one after the other. */
export interface Write {
  readonly change: readonly DraftChange[];
  readonly calls: readonly Call[];
  /** What is said when it was made. */
  readonly done: string;
  /** Takes it back, given what the requests were answered; answers whether it could. */
  readonly undo?: (answers: readonly unknown[]) => Promise<boolean>;
}

/** Makes a change, or proposes it where that is the rule, and says which. Throws the `Refused`. */
export async function write(target: Target, { change, calls, done, undo }: Write): Promise<void> {
  if (target.protected) {
    const { id } = await send(proposal(target, change));
    sayWith(pageTexts.strategy.proposed(id), { title: pageTexts.changeRequest.open, href: changeRequestHref(target.project, id) });
  } else {
    const answers: unknown[] = [];
    for (const call of calls) answers.push(await send(call));
    say(done, undo && (() => void takeBack(() => undo(answers))));
  }
  await askAgain();
}

/** As `write`, for a change of one value, which has no target of its own where a refusal could stand. */
export async function writeAtOnce(target: Target, order: Write): Promise<void> {
  try {
    await write(target, order);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    sayRefused(error.message);
    await askAgain();
  }
}

/** The requests that the change is made by, or the one that proposes it. */
export const callsFor = (target: Target, { change, calls }: Write): readonly Call[] =>
  target.protected ? [proposal(target, change)] : calls;

const proposal = ({ project, feature, environment }: Target, change: Write['change']) =>
  callOf('POST /api/admin/projects/{projectId}/environments/{environment}/change-requests', {
    path: { projectId: project, environment },
    body: change.map((one) => ({ ...one, feature })),
  });

async function takeBack(undo: () => Promise<boolean>): Promise<void> {
  try {
    if (await undo()) say(pageTexts.strategy.undone);
    else sayRefused(pageTexts.strategy.notUndone);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    sayRefused(error.status === 412 ? pageTexts.strategy.notUndone : error.message);
  }
  await askAgain();
}
