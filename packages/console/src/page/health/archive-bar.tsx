import { useSignal } from '@preact/signals';
import { useSubmit } from '../../frame/shortcuts.ts';
import { attempt } from '../../parts/layer/attempt.ts';
import { propose } from '../proposal/propose.ts';
import { proposeTitle, useProtecting } from '../proposal/target.ts';
import { TargetSelect } from '../proposal/target-select.tsx';
import { showToast } from '../../parts/layer/toast.tsx';
import { useAnswer, ask } from '../../server/ask.ts';
import { useLack } from '../../server/session.ts';
import type { FoundRow } from '../../server/use-pages.ts';
import { Button } from '../../parts/mark/button.tsx';
import { counted, formatFigure } from '../../base/format.ts';
import { SaveBar } from '../../parts/form/save-bar.tsx';
import * as styles from './health.module.css';

interface ArchiveBarProps {
  readonly project: string;
  readonly chosen: readonly FoundRow[];
  readonly done: () => void;
}

const blockedBy = (names: readonly string[]) =>
  `Other features depend on ${names.join(', ')}. Select those as well, or clear ${names.length === 1 ? 'it' : 'them'}.`;

/** Effects of archiving the selected features, blocking dependents, and the archive button. */
export function ArchiveBar({ project, chosen, done }: ArchiveBarProps) {
  const features = chosen.map(({ name }) => name);
  const where = useProtecting(project);
  const lacks = useLack()('DELETE_FEATURE', { project });
  const path = { projectId: project };
  const preview = useAnswer(
    'POST /api/admin/projects/{projectId}/archive/validate',
    { path, body: { features } },
    { when: lacks === undefined, keepsLast: true },
  );
  const isBusy = useSignal(false);
  const { parentsWithChildFeatures: parents = [], hasDeletedDependencies = false } = preview.data ?? {};
  const mayNot = (where ? undefined : lacks) ?? (parents.length > 0 ? blockedBy(parents) : undefined);
  const evaluated = chosen.filter(({ environments }) => environments.some(({ yes, no }) => yes + no > 0)).map(({ name }) => name);
  async function archive() {
    if (isBusy.value || mayNot !== undefined) return;
    isBusy.value = true;
    await attempt(async () => {
      if (where) await propose(where, features.map(archiving));
      else {
        await ask('POST /api/admin/projects/{projectId}/archive', { path, body: { features } });
        showToast(
          features.length === 1 ? `Archived ${features[0]}.` : `Archived ${counted(features.length, 'feature')}.`,
          () => void revive(project, features),
        );
      }
      done();
    });
    isBusy.value = false;
  }
  useSubmit(() => void archive());
  return (
    <SaveBar
      state={
        <>
          <b>{formatFigure(features.length)} selected.</b> They evaluate to off for every application. You can restore them from the
          archive, turned off in all environments.
          {parents.length > 0 && <small class={styles.stopWords}>{blockedBy(parents)}</small>}
          {hasDeletedDependencies && parents.length === 0 && <small>Their dependencies on other features will be removed.</small>}
          {evaluated.length > 0 && <small>Evaluated in the past hour: {evaluated.join(', ')}.</small>}
          {preview.error && <small>{preview.error.message}</small>}
        </>
      }
    >
      {where && <TargetSelect of={where} />}
      <Button
        look="danger"
        size="small"
        aria-busy={isBusy.value}
        refused={mayNot}
        press={() => void archive()}
        text={where ? proposeTitle(where) : `Archive ${counted(features.length, 'feature')}`}
      />
    </SaveBar>
  );
}

const archiving = (feature: string) => ({ action: 'archiveFeature', feature, payload: {} }) as const;

const describeRevival = (names: readonly string[]) =>
  names.length === 1
    ? `Restored ${names[0]}. It is turned off in all environments.`
    : `Restored ${counted(names.length, 'feature')}. They are turned off in all environments.`;

const revive = (project: string, features: readonly string[]): Promise<void> =>
  attempt(
    () => ask('POST /api/admin/projects/{projectId}/revive', { path: { projectId: project }, body: { features } }),
    describeRevival(features),
  );
