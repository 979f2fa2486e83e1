import { useLocation } from 'preact-iso/router';
import { counted, formatClock, formatFigure } from '../../base/format.ts';
import { projectHref } from '../../frame/address.ts';
import { useSubmit } from '../../parts/shortcuts.ts';
import { Found } from '../../parts/panel/found.tsx';
import { Button } from '../../parts/mark/button.tsx';
import { Answer, Empty, PlainPanel } from '../../parts/panel/panel.tsx';
import { useProtecting } from '../proposal/target.ts';
import { type AnswerOf, ask, useAnswer } from '../../server/ask.ts';
import { useLack } from '../../server/session.ts';
import { usePages } from '../../server/use-pages.ts';
import { archive, archiveTitle } from './archive-features.ts';
import { CleanupTable } from './cleanup-table.tsx';
import { HealthHead } from './health-head.tsx';
import * as badgeStyles from '../../parts/mark/badge.module.css';
import * as countStyles from '../../parts/mark/count.module.css';
import * as panelStyles from '../../parts/panel/panel.module.css';
import * as styles from './health.module.css';

/** The features of a project that can be removed, by verdict. The verdict is part of the address. */
export function HealthPage({ project }: { readonly project: string }) {
  return (
    <>
      <HealthHead project={project} at="health" />
      <Figures project={project} />
      <Cleanups key={project} project={project} />
    </>
  );
}

function Figures({ project }: { readonly project: string }) {
  const path = { projectId: project };
  const overview = useAnswer('GET /api/admin/projects/{projectId}/overview', { path });
  const dora = useAnswer('GET /api/admin/projects/{projectId}/dora', { path });
  return (
    <PlainPanel label="Project figures">
      <Answer of={overview}>
        {({ health, stats }) => (
          <dl class={styles.figures}>
            <Figure title="Healthy features" value={`${health}%`} />
            <Figure title="Archived in the past 30 days" value={stats.archivedCurrentWindow} />
            <Figure title="Created in the past 30 days" value={stats.createdCurrentWindow} />
            {dora.data && (
              <Figure
                title="Average time to production"
                value={dora.data.features.length === 0 ? 'none yet' : counted(dora.data.projectAverage, 'day')}
              />
            )}
          </dl>
        )}
      </Answer>
    </PlainPanel>
  );
}

const Figure = ({ title, value }: { readonly title: string; readonly value: string | number }) => (
  <div>
    <dt>{title}</dt>
    <dd>{value}</dd>
  </div>
);

const list = 'GET /api/admin/projects/{projectId}/cleanup';
const perPage = 50;

const parts = [
  { part: 'archive', title: 'Ready to archive', about: 'One answer for all users, no code, and no requests: archiving changes nothing.' },
  { part: 'remove-code', title: 'Remove from code', about: 'One answer for all users. Remove the code, deploy, and archive last.' },
  { part: 'blocked', title: 'Blocked', about: 'They could be removed, but something prevents it.' },
  { part: 'candidate', title: 'Candidates', about: 'Old, stale or unused features without one lasting answer.' },
  { part: 'snoozed', title: 'Snoozed', about: 'Features that a user decided to keep for a time.' },
] as const;
type Part = (typeof parts)[number]['part'];

const queryOf = (part: Part) => (part === 'snoozed' ? { snoozed: true } : { verdict: part });

const countOf = ({ counts, snoozed }: AnswerOf<typeof list>, part: Part): number =>
  part === 'snoozed' ? snoozed : (counts.find(({ verdict }) => verdict === part)?.features ?? 0);

function Cleanups({ project }: { readonly project: string }) {
  const { query } = useLocation();
  const summary = useAnswer(list, { path: { projectId: project }, query: { limit: 1 } });
  return (
    <PlainPanel label="Cleanup">
      <Answer of={summary}>
        {(counts) => {
          const requested = parts.find(({ part }) => part === query['verdict']);
          const shown = requested ?? parts.find(({ part }) => countOf(counts, part) > 0) ?? parts[0];
          return (
            <>
              <nav class={`${badgeStyles.badges} ${panelStyles.body} ${styles.badges}`} aria-label="Verdict">
                {parts.map(({ part, title }) => (
                  <a
                    key={part}
                    class={badgeStyles.badge}
                    href={`${projectHref(project)}/health?verdict=${part}`}
                    aria-current={part === shown.part ? 'page' : undefined}
                  >
                    {title} <span class={countStyles.count}>{formatFigure(countOf(counts, part))}</span>
                  </a>
                ))}
              </nav>
              <Listed
                key={shown.part}
                project={project}
                {...shown}
                isClean={parts.every(({ part }) => countOf(counts, part) === 0)}
                checkedAt={summary.dataUpdatedAt}
              />
            </>
          );
        }}
      </Answer>
    </PlainPanel>
  );
}

interface ListedProps {
  readonly project: string;
  readonly part: Part;
  readonly about: string;
  /** True if no part has any features. */
  readonly isClean: boolean;
  readonly checkedAt: number;
}

function Listed({ project, part, about, isClean, checkedAt }: ListedProps) {
  const page = (offset: number) => ({ path: { projectId: project }, query: { ...queryOf(part), limit: perPage, offset } });
  const { found, pages, total } = usePages([list, project, part], (offset, signal) => ask(list, { ...page(offset), signal }), { perPage });
  const rows = pages.flatMap(({ features }) => features);
  const checked = `Checked at ${formatClock(checkedAt)}.`;
  const none = (
    <Empty title={isClean ? 'Nothing to clean up' : 'No features here'}>
      <p>{about}</p>
      <small>{checked}</small>
    </Empty>
  );
  const ready = rows.filter(({ verdict }) => verdict === 'archive').map(({ feature }) => feature);
  return (
    <Found of={found} count={rows.length} total={total} none={none}>
      <p class={styles.about}>
        <small>
          {about} {checked}
        </small>
        {ready.length > 1 && <ArchiveAll project={project} features={ready} />}
      </p>
      <CleanupTable project={project} rows={rows} />
    </Found>
  );
}

function ArchiveAll({ project, features }: { readonly project: string; readonly features: readonly string[] }) {
  const where = useProtecting(project);
  const lack = useLack()('DELETE_FEATURE', { project });
  const refused = where ? undefined : lack;
  const press = () => void archive({ project, features, where });
  useSubmit(() => void (refused ?? press()));
  return <Button size="small" refused={refused} press={press} text={`${archiveTitle(where)} all ${features.length} listed`} />;
}
