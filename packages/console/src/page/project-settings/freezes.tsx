import { confirm } from '../../parts/form/confirm.tsx';
import { ActionButton, DataTable } from '../../parts/list/data-table.tsx';
import { Empty, Panel } from '../../parts/panel/panel.tsx';
import { openForm } from '../../parts/form/value-form.tsx';
import type { Freeze } from '../../server/operations.ts';
import { freezeEntries, newFreeze, repeatChoices } from './freeze-form.ts';
import { FreezeCalendar } from './freeze-calendar.tsx';
import { type Configuration, saveRules } from './protection.ts';
import * as panelStyles from '../../parts/panel/panel.module.css';

interface FreezesProps {
  readonly project: string;
  readonly configuration: Configuration;
  readonly refused: string | undefined;
}

/** Periods in which nothing is applied in the environment. */
export function Freezes({ project, configuration, refused }: FreezesProps) {
  const { environment, freezes = [], changeRequestEnabled } = configuration;
  const lack = refused ?? (changeRequestEnabled ? undefined : 'Require change requests to add freezes.');
  const save = (changed: readonly Freeze[], name: string) =>
    saveRules({ project, environment }, { changeRequestsEnabled: true, freezes: changed }, name);
  const edit = (freeze: Freeze | null) =>
    askForFreeze(freeze, (next) => save([...freezes.filter((each) => each !== freeze), next], `Saved ${next.name}.`));
  return (
    <Panel title="Freezes" end={<ActionButton action={{ title: 'Add freeze', act: () => edit(null), refused: lack }} of={environment} />}>
      <p class={`${panelStyles.body} dim`}>
        No request is applied during a freeze. Users who may skip change requests have to give a reason.
      </p>
      {freezes.length === 0 ? (
        <Empty title="No freezes" />
      ) : (
        <>
          <DataTable
            label="Freezes"
            rows={freezes}
            nameOf={({ name }) => name}
            columns={[
              { title: 'Name', cell: ({ name }) => <b>{name}</b> },
              { title: 'When', cell: ({ start, end }) => `${start.replace('T', ' ')} – ${end.replace('T', ' ')}` },
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

/** Asks for a freeze in local times of a time zone; by default that of the browser. */
const askForFreeze = (freeze: Freeze | null, save: (freeze: Freeze) => Promise<void>): void =>
  openForm<Freeze>({
    title: freeze ? `Edit ${freeze.name}` : 'Add freeze',
    submitTitle: 'Save freeze',
    initial: freeze ?? newFreeze(),
    entries: freezeEntries(),
    submit: (values) => save({ ...values }),
  });
