import { say, sayRefused } from '../../parts/toast.tsx';
import { askAgain } from '../../server/answer.ts';
import type { ChangeInput } from '../../server/operations.ts';
import { Refused } from '../../server/refusal.ts';
import { ask } from '../../server/request.ts';
import { words } from '../../base/words.ts';

/** A feature in an environment, and whether it is protected there: then every change goes to the draft of a change request. */
export interface Target {
  readonly project: string;
  readonly feature: string;
  readonly environment: string;
  readonly protected: boolean;
}

/** A change that is thought of, before it is saved: what the test personas are asked with. */
export type DraftChange = Omit<ChangeInput, 'feature'>;

/** A change in both of its forms: as a change request would hold it, and made at once. */
export interface Write {
  readonly change: readonly DraftChange[];
  readonly make: () => Promise<unknown>;
  /** What is said when it was made. */
  readonly done: string;
  /** Takes it back; answers whether it could. */
  readonly undo?: () => Promise<boolean>;
}

/** Makes a change, or proposes it where that is the rule, and says which. Throws the `Refused`. */
export async function write(target: Target, { change, make, done, undo }: Write): Promise<void> {
  if (target.protected) say(words.strategy.proposed(await propose(target, change)));
  else {
    await make();
    say(done, undo && (() => void takeBack(undo)));
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

async function propose({ project, feature, environment }: Target, change: Write['change']): Promise<number> {
  const { id } = await ask('POST /api/admin/projects/{projectId}/environments/{environment}/change-requests', {
    path: { projectId: project, environment },
    body: change.map((one) => ({ ...one, feature })),
  });
  return id;
}

async function takeBack(undo: () => Promise<boolean>): Promise<void> {
  try {
    if (await undo()) say(words.strategy.undone);
    else sayRefused(words.strategy.notUndone);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    sayRefused(error.status === 412 ? words.strategy.notUndone : error.message);
  }
  await askAgain();
}
