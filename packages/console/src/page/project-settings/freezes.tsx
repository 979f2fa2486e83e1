import { confirm } from '../../parts/layer/confirm.tsx';
import { ActionButton, DataTable } from '../../parts/list/data-table.tsx';
import { Empty } from '../../parts/panel/panel.tsx';
import { partsTexts } from '../../parts/texts.ts';
import { openForm } from '../../parts/form/value-form.tsx';
import { pageTexts } from '../texts.ts';
import type { Freeze } from '../../server/operations.ts';
import { FreezeCalendar } from './freeze-calendar.tsx';
import { type Configuration, saveRules } from './protection.ts';
import { projectSettingsTexts } from './texts.ts';
import * as panelStyles from '../../parts/panel/panel.module.css';

const texts = projectSettingsTexts.freezes;

interface FreezesProps {
  readonly project: string;
  readonly configuration: Configuration;
  readonly refused: string | undefined;
}

/** Periods in which nothing is applied in the environment. */
export function Freezes({ project, configuration, refused }: FreezesProps) {
  const { environment, freezes = [], changeRequestEnabled } = configuration;
  const lack = refused ?? (changeRequestEnabled ? undefined : projectSettingsTexts.protection.unprotected);
  const save = (changed: readonly Freeze[], name: string) =>
    saveRules({ project, environment }, { changeRequestsEnabled: true, freezes: changed }, name);
  const edit = (freeze: Freeze | null) =>
    askForFreeze(freeze, (next) => save([...freezes.filter((each) => each !== freeze), next], pageTexts.saved(next.name)));
  return (
    <section class={panelStyles.panel} aria-label={texts.title}>
      <header>
        <h2>{texts.title}</h2>
        <span class={panelStyles.end}>
          <ActionButton action={{ title: texts.add, act: () => edit(null), refused: lack }} of={environment} />
        </span>
      </header>
      <p class={`${panelStyles.body} dim`}>{texts.about}</p>
      {freezes.length === 0 ? (
        <Empty title={texts.none} />
      ) : (
        <>
          <DataTable
            label={texts.title}
            rows={freezes}
            nameOf={({ name }) => name}
            columns={[
              { title: texts.name, cell: ({ name }) => <b>{name}</b> },
              { title: texts.when, cell: ({ start, end }) => texts.between(start, end) },
              { title: texts.zone, cell: ({ timeZone }) => timeZone },
              { title: texts.repeats, cell: ({ repeats }) => texts.repeatChoices[repeats] },
            ]}
            actions={(freeze) => [
              { title: pageTexts.edit, act: () => edit(freeze), refused: lack },
              {
                title: partsTexts.delete,
                refused: lack,
                act: () =>
                  confirm({
                    title: partsTexts.deleteWhat(freeze.name),
                    about: texts.deleteAbout,
                    submitTitle: texts.delete,
                    act: () =>
                      save(
                        freezes.filter((each) => each !== freeze),
                        partsTexts.deleted(freeze.name),
                      ),
                  }),
              },
            ]}
          />
          <FreezeCalendar project={project} environment={environment} />
        </>
      )}
    </section>
  );
}

const repeats = Object.keys(texts.repeatChoices) as Freeze['repeats'][];
const ownZone = (): string => new Intl.DateTimeFormat('en').resolvedOptions().timeZone;

/** Asks for a freeze in local times of a time zone; by default that of the browser. */
const askForFreeze = (freeze: Freeze | null, save: (freeze: Freeze) => Promise<void>): void =>
  openForm<Freeze>({
    title: freeze ? texts.edit(freeze.name) : texts.add,
    submitTitle: texts.save,
    initial: freeze ?? { name: '', start: '', end: '', timeZone: ownZone(), repeats: 'never' },
    entries: {
      name: { kind: 'text', label: texts.name, isRequired: true },
      start: { kind: 'moment', label: texts.start, isRequired: true },
      end: { kind: 'moment', label: texts.end, isRequired: true },
      timeZone: {
        kind: 'choice',
        label: texts.zone,
        choices: ['UTC', ...Intl.supportedValuesOf('timeZone')].map((value) => ({ value, title: value })),
      },
      repeats: { kind: 'choice', label: texts.repeats, choices: repeats.map((value) => ({ value, title: texts.repeatChoices[value] })) },
    },
    submit: (values) => save({ ...values }),
  });
