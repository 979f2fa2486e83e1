import { formatMonth, formatWeekday } from '../../base/calendar.ts';
import { NotFound } from '../../frame/not-found.tsx';
import { PageHead } from '../../parts/panel/page-head.tsx';
import { Answer, Panel, Empty } from '../../parts/panel/panel.tsx';
import { choicesOf } from '../../parts/account/role-choices.ts';
import { ValueForm, openForm } from '../../parts/form/value-form.tsx';
import { useAnswer, type Freeze } from '../../server/ask.ts';
import { useLack } from '../../server/session.ts';
import { ruleEntries, rulesOf, ruleValues } from './protection-form.ts';
import { ButtonLink, Button } from '../../parts/mark/button.tsx';
import { confirm } from '../../parts/form/confirm.tsx';
import { ActionButton, DataTable } from '../../parts/list/data-table.tsx';
import { freezeEntries, newFreeze, repeatChoices } from './freeze-form.ts';
import { type Configuration, saveRules } from './protection.ts';
import { useState } from 'preact/hooks';
import { endOf, type FreezeOfDay, freezesOn, weeksOf } from './frozen-days.ts';
import * as tagStyles from '../../parts/mark/tag.module.css';
import * as styles from './project-settings.module.css';
import { formatExact } from '../../base/format.ts';

/** The rules for changes in an environment of a project: approvals, reviewers and freezes. */
export function ProtectionPage({ project, environment }: { readonly project: string; readonly environment: string }) {
  const found = useAnswer('GET /api/admin/projects/{projectId}/change-requests/config', { path: { projectId: project } });
  const lack = useLack()('UPDATE_PROJECT', { project });
  return (
    <Answer of={found}>
      {(configurations) => {
        const configuration = configurations.find((each) => each.environment === environment);
        if (!configuration) return <NotFound />;
        return (
          <>
            <PageHead
              title={`Protection of ${environment}`}
              about={
                lack ??
                'Who has to approve changes, and when nothing may change. Weaker rules are proposed as a change request, unless you may skip change requests.'
              }
            />
            {lack === undefined && <Rules key={environment} project={project} configuration={configuration} />}
            <Freezes project={project} configuration={configuration} refused={lack} />
          </>
        );
      }}
    </Answer>
  );
}

function Rules({ project, configuration }: { readonly project: string; readonly configuration: Configuration }) {
  const { data: access } = useAnswer('GET /api/admin/projects/{projectId}/access', { path: { projectId: project } });
  const { data: candidates } = useAnswer('GET /api/admin/user-admin/access', {});
  if (!access || !candidates) return null;
  const known = {
    roles: choicesOf(access.roles),
    groups: candidates.groups.map(({ id, name }) => ({ value: String(id), title: name })),
  };
  const { environment } = configuration;
  return (
    <Panel title="Rules" end={<ButtonLink look="link" href="/docs/reference/protection" text="How each operation is guarded" />}>
      <ValueForm
        submitTitle="Save protection"
        initial={ruleValues(configuration)}
        entries={ruleEntries(known)}
        submit={(values) => saveRules({ project, environment }, rulesOf(values), `Saved ${environment}.`)}
      />
    </Panel>
  );
}

interface FreezesProps {
  readonly project: string;
  readonly configuration: Configuration;
  readonly refused: string | undefined;
}

/** Periods in which nothing is applied in the environment. */
function Freezes({ project, configuration, refused }: FreezesProps) {
  const { environment, freezes = [], changeRequestEnabled } = configuration;
  const lack = refused ?? (changeRequestEnabled ? undefined : 'Require change requests to add freezes.');
  const save = (changed: readonly Freeze[], name: string) =>
    saveRules({ project, environment }, { changeRequestsEnabled: true, freezes: changed }, name);
  const edit = (freeze: Freeze | null) =>
    askForFreeze(freeze, (next) => save([...freezes.filter((each) => each !== freeze), next], `Saved ${next.name}.`));
  return (
    <Panel title="Freezes" end={<ActionButton action={{ title: 'Add freeze', act: () => edit(null), refused: lack }} of={environment} />}>
      <p class="dim">No request is applied during a freeze. Users who may skip change requests have to give a reason.</p>
      {freezes.length === 0 ? (
        <Empty title="No freezes" />
      ) : (
        <>
          <DataTable
            label="Freezes"
            rows={freezes}
            columns={[
              { title: 'Name', cell: ({ name }) => <b>{name}</b> },
              { title: 'When', cell: ({ start, end }) => `${formatWall(start)} – ${formatWall(end)}` },
              { title: 'Time zone', cell: ({ timeZone }) => timeZone },
              { title: 'Repeats', cell: ({ repeats }) => repeatChoices[repeats] },
            ]}
            actions={(freeze) => [
              { title: 'Edit', act: () => edit(freeze), refused: lack },
              {
                title: 'Delete',
                refused: lack,
                act: () =>
                  confirm({
                    title: `Delete ${freeze.name}?`,
                    about: 'Requests can be applied during this time again.',
                    submitTitle: 'Delete freeze',
                    act: () =>
                      save(
                        freezes.filter((each) => each !== freeze),
                        `Deleted ${freeze.name}.`,
                      ),
                  }),
              },
            ]}
          />
          <FreezeCalendar project={project} environment={environment} />
        </>
      )}
    </Panel>
  );
}

/** A local time of the zone of its freeze. */
const formatWall = (at: string): string => formatExact(`${at}Z`, 'UTC');

/** Asks for a freeze in local times of a time zone; by default that of the browser. */
const askForFreeze = (freeze: Freeze | null, save: (freeze: Freeze) => Promise<void>): void =>
  openForm<Freeze>({
    title: freeze ? `Edit ${freeze.name}` : 'Add freeze',
    submitTitle: 'Save freeze',
    initial: freeze ?? newFreeze(),
    entries: freezeEntries(),
    submit: (values) => save({ ...values }),
  });

/** The frozen days of a month, in the browser's time zone. */
function FreezeCalendar({ project, environment }: { readonly project: string; readonly environment: string }) {
  const [later, setLater] = useState(0);
  const today = new Date();
  const first = new Date(today.getFullYear(), today.getMonth() + later, 1);
  const weeks = weeksOf(first.getFullYear(), first.getMonth());
  const { data } = useAnswer('GET /api/admin/projects/{projectId}/change-requests/config/freezes', {
    path: { projectId: project },
    query: rangeOf(weeks.flat()),
  });
  const periods = data?.freezes.filter((period) => period.environment === environment) ?? [];
  return (
    <div class={styles.calendar}>
      <p>
        <b aria-live="polite">{formatMonth(first)}</b>
        <Button aria-label="Previous month" press={() => setLater(later - 1)} text="Previous" />
        <Button aria-label="Next month" press={() => setLater(later + 1)} text="Next" />
      </p>
      <table aria-label={`Frozen days in ${formatMonth(first)}`} aria-busy={data === undefined}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day.getDay()} scope="col">
                {formatWeekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.getTime()}>
              {week.map((day) => (
                <Day key={day.getTime()} day={day} isOutside={day.getMonth() !== first.getMonth()} freezes={freezesOn(day, periods)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const rangeOf = (days: readonly Date[]) => {
  const [first = new Date()] = days;
  return { from: first.toISOString(), to: endOf(days.at(-1) ?? first).toISOString() };
};

interface DayProps {
  readonly day: Date;
  readonly isOutside: boolean;
  readonly freezes: readonly FreezeOfDay[];
}

const describeFreeze = ({ name, from, until }: { readonly name: string; readonly from?: string; readonly until?: string }) =>
  [name, from && `from ${from}`, until && `until ${until}`].filter(Boolean).join(' ');

const Day = ({ day, isOutside, freezes }: DayProps) => (
  <td class={freezes.length > 0 ? styles.frozen : ''}>
    <div class={isOutside ? 'dimmer' : ''}>{day.getDate()}</div>
    {freezes.map((freeze) => (
      <span key={freeze.name} class={tagStyles.caution} title={describeFreeze(freeze)}>
        {describeFreeze(freeze)}
      </span>
    ))}
  </td>
);
