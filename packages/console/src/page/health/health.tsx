import { counted, formatClock, formatFigure } from '../../base/format.ts';
import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useEffect, useMemo } from 'preact/hooks';
import { projectHref } from '../../frame/address.ts';
import { useShortcuts } from '../../frame/shortcuts.ts';
import { Answer, Empty, Failed, Skeleton } from '../../parts/panel/panel.tsx';
import { toggled } from '../../parts/form/fields.ts';
import { useAnswer } from '../../server/ask.ts';
import { ArchiveBar } from './archive-bar.tsx';
import { CandidateTable } from './candidate-table.tsx';
import { HealthHead } from './health-head.tsx';
import { queryFor, type Reason, reasons } from './reasons.ts';
import { useFoundFeatures } from '../../server/use-pages.ts';
import { ShowMore } from '../../parts/list/show-more.tsx';
import * as countStyles from '../../parts/mark/count.module.css';
import * as panelStyles from '../../parts/panel/panel.module.css';
import * as badgeStyles from '../../parts/mark/badge.module.css';
import * as styles from './health.module.css';

/** Cleanup candidates by reason. The reason is part of the address. */
export function HealthPage({ project }: { readonly project: string }) {
  return (
    <>
      <HealthHead project={project} at="health" />
      <Figures project={project} />
      <Candidates key={project} project={project} />
    </>
  );
}

function Figures({ project }: { readonly project: string }) {
  const path = { projectId: project };
  const overview = useAnswer('GET /api/admin/projects/{projectId}/overview', { path });
  const dora = useAnswer('GET /api/admin/projects/{projectId}/dora', { path });
  return (
    <section class={panelStyles.panel} aria-label="Project figures">
      <Answer of={overview}>
        {({ health, stats }) => (
          <dl class={styles.figures}>
            <div>
              <dt>Healthy features</dt>
              <dd>{health}%</dd>
            </div>
            <div>
              <dt>Archived in the past 30 days</dt>
              <dd>{stats.archivedCurrentWindow}</dd>
            </div>
            <div>
              <dt>Created in the past 30 days</dt>
              <dd>{stats.createdCurrentWindow}</dd>
            </div>
            {dora.data && (
              <div>
                <dt>Average time to production</dt>
                <dd>{dora.data.features.length === 0 ? 'none yet' : counted(dora.data.projectAverage, 'day')}</dd>
              </div>
            )}
          </dl>
        )}
      </Answer>
    </section>
  );
}

function useCounts(project: string): Readonly<Record<Reason, number | undefined>> {
  const now = useNow();
  const count = (reason: Reason) => ({ query: { ...queryFor(reason, project, now), limit: '1' } });
  const stale = useAnswer('GET /api/admin/search/features', count('stale'));
  const old = useAnswer('GET /api/admin/search/features', count('old'));
  const completed = useAnswer('GET /api/admin/search/features', count('completed'));
  const silent = useAnswer('GET /api/admin/search/features', count('silent'));
  const unused = useAnswer('GET /api/admin/search/features', count('unused'));
  return {
    stale: stale.data?.total,
    old: old.data?.total,
    completed: completed.data?.total,
    silent: silent.data?.total,
    unused: unused.data?.total,
  };
}

/** The time when the page was opened. A changing time would defeat the query cache. */
const useNow = (): number => useSignal(Date.now()).value;

const reasonTitles = {
  stale: 'Stale',
  old: 'Past expected lifetime',
  completed: 'Completed',
  silent: 'Unused for 30 days',
  unused: 'Never used',
};

function Candidates({ project }: { readonly project: string }) {
  const { query } = useLocation();
  const counts = useCounts(project);
  const requested = reasons.find((reason) => reason === query['why']);
  const shown = requested ?? reasons.find((reason) => (counts[reason] ?? 0) > 0) ?? (isKnown(counts) ? 'stale' : undefined);
  return (
    <section class={panelStyles.panel} aria-label="Cleanup candidates">
      <nav class={`${badgeStyles.badges} ${panelStyles.body} ${styles.badges}`} aria-label="Reason">
        {reasons.map((reason) => (
          <a
            key={reason}
            class={badgeStyles.badge}
            href={`${projectHref(project)}/health?why=${reason}`}
            aria-current={reason === shown ? 'page' : undefined}
          >
            {reasonTitles[reason]}{' '}
            <span class={countStyles.count}>{counts[reason] === undefined ? '…' : formatFigure(counts[reason])}</span>
          </a>
        ))}
      </nav>
      {shown ? <Found key={shown} project={project} reason={shown} isClean={isKnown(counts) && isClean(counts)} /> : <Skeleton />}
    </section>
  );
}

const isKnown = (counts: ReturnType<typeof useCounts>): boolean => reasons.every((reason) => counts[reason] !== undefined);
const isClean = (counts: ReturnType<typeof useCounts>): boolean => reasons.every((reason) => counts[reason] === 0);

interface FoundProps {
  readonly project: string;
  readonly reason: Reason;
  /** True if no reason has any features. */
  readonly isClean: boolean;
}

const about = {
  stale: 'Features that were marked as stale.',
  old: 'Features that are older than the expected lifetime of their type.',
  completed: 'Features with a completed rollout, whose code can be cleaned up.',
  silent: 'Features that no application has evaluated in the past 30 days.',
  unused: 'Features at least 30 days old that no application has ever evaluated.',
};

function Found({ project, reason, isClean: isAllClean }: FoundProps) {
  const now = useNow();
  const { found, rows, total = 0 } = useFoundFeatures(queryFor(reason, project, now));
  const chosen = useSignal<readonly string[]>([]);
  const all = rows.map(({ name }) => name);
  const names = all.join('\n');
  const chooseAll = () => (chosen.value = chosen.value.length === all.length ? [] : all);
  useShortcuts(useMemo(() => ({ select: chooseAll }), [names]));
  // Deselect features that are no longer listed.
  useEffect(() => {
    chosen.value = chosen.value.filter((name) => rows.some((row) => row.name === name));
  }, [names]);
  if (found.error && rows.length === 0) return <Failed refusal={found.error} again={() => void found.refetch()} />;
  if (found.isPending) return <Skeleton />;
  const checked = `Checked at ${formatClock(found.dataUpdatedAt)}.`;
  if (rows.length === 0)
    return (
      <Empty title={isAllClean ? 'Nothing to clean up' : 'No features match this reason'}>
        <p>{about[reason]}</p>
        <small>{checked}</small>
      </Empty>
    );
  return (
    <>
      <p>
        <small>
          {about[reason]} {checked}
        </small>
      </p>
      <CandidateTable
        project={project}
        rows={rows}
        chosen={chosen.value}
        choose={(name) => (chosen.value = toggled(chosen.value, name))}
        chooseAll={chooseAll}
      />
      <ShowMore found={found} left={total - rows.length} />
      {chosen.value.length > 0 && (
        <ArchiveBar project={project} chosen={rows.filter(({ name }) => chosen.value.includes(name))} done={() => (chosen.value = [])} />
      )}
    </>
  );
}
