import { endOfDay, formatAge, formatDate, inDays } from '../../base/format.ts';
import { featureHref } from '../../frame/address.ts';
import { openForm } from '../../parts/form/value-form.tsx';
import { attempt } from '../../parts/layer/attempt.ts';
import { type Action, ActionButton, DataTable } from '../../parts/list/data-table.tsx';
import { KeyLink } from '../../parts/mark/key-link.tsx';
import { type AnswerOf, ask } from '../../server/ask.ts';
import { useLack } from '../../server/session.ts';
import { useProtecting } from '../proposal/target.ts';
import { archive, archiveTitle } from './archive-features.ts';
import * as dataTableStyles from '../../parts/list/data-table.module.css';

type Cleanup = AnswerOf<'GET /api/admin/projects/{projectId}/cleanup'>['features'][number];

/** Features with their only answer, the reasons of the verdict, and what to do next. */
export function CleanupTable({ project, rows }: { readonly project: string; readonly rows: readonly Cleanup[] }) {
  const lack = useLack();
  const where = useProtecting(project);
  const mayNotKeep = lack('UPDATE_FEATURE', { project });
  const archiving = ({ feature }: Cleanup): Action => ({
    title: archiveTitle(where),
    refused: where ? undefined : lack('DELETE_FEATURE', { project }),
    act: () => void archive({ project, features: [feature], where }),
  });
  return (
    <DataTable
      label="Cleanup"
      rows={rows}
      nameOf={({ feature }) => feature}
      columns={[
        { title: 'Feature', cell: ({ feature }) => <KeyLink href={featureHref(project, feature)} text={feature} /> },
        { title: 'Answer', cell: (row) => describeWinner(row) },
        { title: 'Reasons', cell: ({ reasons }) => <Lines of={reasons} /> },
        {
          title: 'Next step',
          cell: (row) =>
            row.verdict === 'archive' ? <ActionButton action={archiving(row)} of={row.feature} /> : <Next project={project} row={row} />,
        },
      ]}
      actions={({ feature, snooze }) => [
        snooze
          ? { title: 'End snooze', refused: mayNotKeep, act: () => void endSnooze(project, feature) }
          : { title: 'Snooze…', refused: mayNotKeep, act: () => askForSnooze(project, feature) },
      ]}
    />
  );
}

function describeWinner({ winner, winnerSince }: Cleanup): string {
  if (!winner) return 'Several answers';
  const answer = winner.variant ? `variant ${winner.variant.name}` : winner.enabled ? 'on' : 'off';
  const since = winnerSince === null ? '' : `, for ${formatAge(Date.parse(winnerSince), Date.now())}`;
  return `Always ${answer}${since}`;
}

interface Line {
  readonly evidence: string;
  readonly environment?: string;
}

const Lines = ({ of }: { readonly of: readonly Line[] }) => (
  <ul class={dataTableStyles.reasons}>
    {of.map(({ evidence, environment }) => (
      <li key={`${environment} ${evidence}`}>
        {environment !== undefined && <b>{environment}</b>} {evidence}
      </li>
    ))}
  </ul>
);

/** The blockers, or the place of the code. */
function Next({ project, row }: { readonly project: string; readonly row: Cleanup }) {
  const { feature, verdict, blockers, snooze, references } = row;
  if (blockers.length > 0) return <Lines of={blockers} />;
  if (snooze) return <>Snoozed until {formatDate(snooze.until)}</>;
  if (verdict !== 'remove-code') return <>{row.winner ? 'Production never used it' : 'Decide on one answer'}</>;
  const { count, repositories } = references;
  return (
    <a href={`${featureHref(project, feature)}/code`}>
      {repositories === 0 ? 'No repository is scanned' : count === 0 ? 'Wait for the last requests' : `Remove ${count} references`}
    </a>
  );
}

const snoozePath = '/api/admin/projects/{projectId}/features/{featureName}/cleanup/snooze';
const defaultDays = 90;

const askForSnooze = (projectId: string, featureName: string): void =>
  openForm({
    title: `Snooze ${featureName}`,
    submitTitle: 'Snooze',
    initial: { until: inDays(defaultDays), reason: '' },
    entries: {
      until: { kind: 'date', label: 'Keep it until', isRequired: true },
      reason: { kind: 'text', label: 'Reason', hint: 'Everyone who can see the project can read it.', isRequired: true },
    },
    submit: ({ until, reason }) => ask(`PUT ${snoozePath}`, { path: { projectId, featureName }, body: { until: endOfDay(until), reason } }),
    done: `Snoozed ${featureName}.`,
  });

const endSnooze = (projectId: string, featureName: string): Promise<void> =>
  attempt(() => ask(`DELETE ${snoozePath}`, { path: { projectId, featureName } }), `${featureName} is no longer snoozed.`);
