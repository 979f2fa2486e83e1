import { propose, shownProposal } from '../../proposal/propose.ts';
import { showToast, showError } from '../../../parts/layer/toast.tsx';
import { askAgain, type ChangeInput } from '../../../server/ask.ts';
import { type Call, send } from '../../../server/call.ts';
import { catchRefusal } from '../../../server/refusal.ts';
import { takeBack } from '../../proposal/take-back.ts';

/** A feature in an environment. If it is protected, every change goes to a change request. */
export interface Target {
  readonly project: string;
  readonly feature: string;
  readonly environment: string;
  readonly protected: boolean;
}

/** An unsaved change, for previews. */
export type DraftChange = Omit<ChangeInput, 'feature'>;

/** A change in two forms: as an item of a change request, and as the requests that make it directly, in order. */
export interface Write {
  readonly change: readonly DraftChange[];
  readonly calls: readonly Call[];
  /** Confirmation text. */
  readonly done: string;
  /** Reverts the change, given the responses of its requests. Resolves to false if it no longer could. */
  readonly undo?: (answers: readonly unknown[]) => Promise<boolean>;
}

/**
 * Makes a change, or proposes it in a protected environment, and confirms it in a toast. `accepted` is called first, before the page shows
 * the change. Throws `Refused`.
 */
export async function write(target: Target, { change, calls, done, undo }: Write, accepted?: () => void): Promise<void> {
  if (target.protected) {
    await propose(target, proposed(target, change));
    accepted?.();
  } else {
    const answers: unknown[] = [];
    for (const call of calls) answers.push(await send(call));
    accepted?.();
    showToast(done, undo && (() => void takeBack(() => undo(answers))));
  }
  await askAgain();
}

/** Like `write`, for controls without a place to show an error: it goes to a toast. */
export async function writeAtOnce(target: Target, order: Write): Promise<void> {
  const refusal = await catchRefusal(() => write(target, order));
  if (!refusal) return;
  showError(refusal.message);
  await askAgain();
}

/** The requests that make the change, or the one that proposes it. */
export const callsFor = (target: Target, { change, calls }: Write): readonly Call[] =>
  target.protected ? [shownProposal(target, proposed(target, change))] : calls;

const proposed = ({ feature }: Target, change: Write['change']): readonly ChangeInput[] => change.map((one) => ({ ...one, feature }));
