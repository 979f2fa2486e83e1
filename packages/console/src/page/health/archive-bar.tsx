import { useSignal } from '@preact/signals';
import { pageTexts } from '../texts.ts';
import { healthTexts } from './texts.ts';
import { useSubmit } from '../../frame/shortcuts.ts';
import { attempt } from '../../parts/attempt.ts';
import { showToast, showError } from '../../parts/toast.tsx';
import { askAgain, useAnswer } from '../../server/answer.ts';
import { useProtected } from '../../server/protection.ts';
import { Refused } from '../../server/refusal.ts';
import { ask } from '../../server/request.ts';
import { useLack } from '../../server/session.ts';
import type { FoundRow } from './use-found-features.ts';
import * as buttonStyles from '../../parts/button.module.css';
import * as saveBarStyles from '../../parts/save-bar.module.css';
import * as styles from './health.module.css';

interface ArchiveBarProps {
  readonly project: string;
  readonly chosen: readonly FoundRow[];
  readonly done: () => void;
}

/** Effects of archiving the selected features, blocking dependents, and the archive button. */
export function ArchiveBar({ project, chosen, done }: ArchiveBarProps) {
  const features = chosen.map(({ name }) => name);
  const [protecting = null] = useProtected(project) ?? [];
  const lacks = useLack()('DELETE_FEATURE', { project });
  const path = { projectId: project };
  const preview = useAnswer(
    'POST /api/admin/projects/{projectId}/archive/validate',
    { path, body: { features } },
    { when: lacks === undefined, keepsLast: true },
  );
  const isBusy = useSignal(false);
  const { parentsWithChildFeatures: parents = [], hasDeletedDependencies = false } = preview.data ?? {};
  const mayNot = (protecting === null ? lacks : undefined) ?? (parents.length > 0 ? healthTexts.inTheWay(parents) : undefined);
  const evaluated = chosen.filter(({ environments }) => environments.some(({ yes, no }) => yes + no > 0)).map(({ name }) => name);
  async function archive() {
    if (isBusy.value || mayNot !== undefined) return;
    isBusy.value = true;
    try {
      if (protecting === null) await ask('POST /api/admin/projects/{projectId}/archive', { path, body: { features } });
      else showToast(pageTexts.strategy.proposed(await propose(project, protecting, features)));
      if (protecting === null) showToast(healthTexts.wereArchived(features), () => void revive(project, features));
      done();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      showError(error.message);
    }
    isBusy.value = false;
    await askAgain();
  }
  useSubmit(() => void archive());
  return (
    <div class={`${saveBarStyles.saving} ${saveBarStyles.draft}`}>
      <div class={saveBarStyles.bar}>
        <span role="status">
          <b>{pageTexts.health.chosen(features.length)}</b> {healthTexts.archiveAbout}
          {parents.length > 0 && <small class={styles.stopWords}>{healthTexts.inTheWay(parents)}</small>}
          {hasDeletedDependencies && parents.length === 0 && <small>{healthTexts.dependenciesGo}</small>}
          {evaluated.length > 0 && <small>{healthTexts.stillEvaluated(evaluated)}</small>}
          {preview.error && <small>{preview.error.message}</small>}
        </span>
        <span class={saveBarStyles.end}>
          <button
            type="button"
            class={`${buttonStyles.small} ${buttonStyles.danger}`}
            aria-busy={isBusy.value}
            aria-disabled={mayNot !== undefined}
            title={mayNot}
            onClick={() => void archive()}
          >
            {protecting === null ? healthTexts.archiveThese(features.length) : pageTexts.strategy.propose}
          </button>
        </span>
      </div>
    </div>
  );
}

async function propose(projectId: string, environment: string, features: readonly string[]): Promise<number> {
  const { id } = await ask('POST /api/admin/projects/{projectId}/environments/{environment}/change-requests', {
    path: { projectId, environment },
    body: features.map((feature) => ({ action: 'archiveFeature' as const, feature, payload: {} })),
  });
  return id;
}

const revive = (project: string, features: readonly string[]): Promise<void> =>
  attempt(
    () => ask('POST /api/admin/projects/{projectId}/revive', { path: { projectId: project }, body: { features } }),
    healthTexts.wereRevived(features),
  );
