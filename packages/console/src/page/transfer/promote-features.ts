import { pageTexts } from '../texts.ts';
import { transferTexts } from './texts.ts';
import type { SegmentNames } from '../../parts/sentence.ts';
import { showToast, showError } from '../../parts/toast.tsx';
import { askAgain } from '../../server/answer.ts';
import { Refused } from '../../server/refusal.ts';
import { ask } from '../../server/request.ts';
import { changesFor, type Difference, importOf, isAsSeen, reversed } from './promotion.ts';

export interface PromotionTarget {
  readonly project: string;
  readonly environment: string;
  /** Changes there go to a change request. */
  readonly protected: boolean;
}

/** Copies the features from the source to the target environment, all or none, or proposes it. Resolves to whether it was done. */
export async function promote(target: PromotionTarget, differences: readonly Difference[], segmentName: SegmentNames): Promise<boolean> {
  try {
    if (target.protected) showToast(pageTexts.strategy.proposed(await propose(target, differences)));
    else if (await write(target, differences, segmentName))
      showToast(
        transferTexts.promotion.done(differences.length, target.environment),
        () => void takeBack(target, differences.map(reversed), segmentName),
      );
    else showError(transferTexts.promotion.changedMeanwhile);
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    showError(error.message);
    return false;
  } finally {
    await askAgain();
  }
}

async function takeBack(target: PromotionTarget, differences: readonly Difference[], segmentName: SegmentNames): Promise<void> {
  try {
    if (await write(target, differences, segmentName)) showToast(pageTexts.strategy.undone);
    else showError(pageTexts.strategy.notUndone);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    showError(error.message);
  }
  await askAgain();
}

async function propose({ project, environment }: PromotionTarget, differences: readonly Difference[]): Promise<number> {
  const { id } = await ask('POST /api/admin/projects/{projectId}/environments/{environment}/change-requests', {
    path: { projectId: project, environment },
    body: changesFor(differences),
  });
  return id;
}

/**
 * Imports the differences if the target is unchanged since it was shown; resolves to whether it was. Tags are read with it, because an
 * import replaces them.
 */
async function write({ project, environment }: PromotionTarget, differences: readonly Difference[], segmentName: SegmentNames) {
  const features = differences.map(({ name }) => name);
  const now = await ask('POST /api/admin/features-batch/export', { body: { environment, features } });
  if (!isAsSeen(differences, now)) return false;
  const data = importOf(differences, now, segmentName);
  await ask('POST /api/admin/features-batch/import', { body: { project, environment, data } });
  return true;
}
