import type { Action } from '../../parts/list/data-table.tsx';
import { useSignal } from '@preact/signals';
import { AsCurl } from '../../parts/layer/as-curl.tsx';
import { Select } from '../../parts/form/select.tsx';
import type { Switchable } from './turn/use-turn.tsx';
import { Button } from '../../parts/mark/button.tsx';
import * as styles from './features.module.css';
import { attempt, execute } from '../../parts/layer/attempt.ts';
import { confirm } from '../../parts/form/confirm.tsx';
import { type Call, callOf, send } from '../../server/call.ts';
import { useLack } from '../../server/session.ts';
import { archivingAbout } from './feature-calls.ts';
import { counted, formatFigure } from '../../base/format.ts';

interface BulkBarProps {
  readonly project: string;
  readonly names: readonly string[];
  /** The number of features that match the filter. */
  readonly total: number;
  readonly chooseAll: (() => void) | undefined;
  readonly environments: readonly Switchable[];
  readonly clear: () => void;
}

/** Actions on all selected features at once. Each applies to all of them or to none. */
export function BulkBar({ project, names, total, chooseAll, environments, clear }: BulkBarProps) {
  const chosen = useSignal<string | null>(null);
  const environment = environments.find(({ name }) => name === chosen.value) ?? environments[0];
  const actions = useBulkActions({ project, names, environment, clear });
  return (
    <div class={styles.bulk} role="region" aria-label="Selected features">
      <b role="status">{names.length === 1 ? '1 selected' : `${formatFigure(names.length)} selected`}</b>
      {chooseAll && (
        <Button
          look="link"
          press={chooseAll}
          text={total === 1 ? 'Select the feature that matches' : `Select all ${formatFigure(total)} that match`}
        />
      )}
      <Select
        label="Environment"
        value={environment?.name ?? ''}
        choices={environments.map(({ name }) => name)}
        change={(name) => (chosen.value = name)}
      />
      {actions.map(({ title, act, refused }) => (
        <Button key={title} refused={refused} press={act} text={title} />
      ))}
      <AsCurl calls={actions.map(({ title, call }) => ({ title, call }))} />
      <Button look="quiet" size="small" press={clear} text="Clear selection" />
    </div>
  );
}

interface Chosen {
  readonly project: string;
  readonly names: readonly string[];
  /** Undefined if the project has no environment. */
  readonly environment: Switchable | undefined;
  readonly clear: () => void;
}

interface BulkAction extends Action {
  readonly call: Call;
}

/** The actions on all selected features. */
function useBulkActions({ project, names, environment, clear }: Chosen): readonly BulkAction[] {
  const lack = useLack();
  const path = { projectId: project };
  const body = { features: [...names] };
  const switching = (isOn: boolean) =>
    callOf(`POST /api/admin/projects/{projectId}/bulk_features/environments/{environment}/${isOn ? 'on' : 'off'}`, {
      path: { ...path, environment: environment?.name ?? '' },
      body,
    });
  const marking = callOf('POST /api/admin/projects/{projectId}/stale', { path, body: { ...body, stale: true } });
  const archiving = callOf('POST /api/admin/projects/{projectId}/archive', { path, body });
  const turn = (isOn: boolean) => {
    if (environment)
      void attempt(
        () => send(switching(isOn)),
        `Turned ${isOn ? 'on' : 'off'} ${counted(names.length, 'feature')} in ${environment.name}.`,
      );
  };
  const markStale = () => void attempt(() => send(marking), `Marked ${counted(names.length, 'feature')} as stale.`);
  const archive = () =>
    confirm({
      title: `Archive ${counted(names.length, 'feature')}?`,
      about: archivingAbout,
      submitTitle: 'Archive',
      act: async () => {
        await execute(() => send(archiving), `Archived ${counted(names.length, 'feature')}.`);
        clear();
      },
    });
  const lacksSwitch = environment && lack('UPDATE_FEATURE_ENVIRONMENT', { project, environment: environment.name });
  const noSwitch = environment?.protected ? 'Protected: change features one by one, with change requests.' : lacksSwitch;
  return [
    { title: 'Turn on', act: () => turn(true), refused: noSwitch, call: switching(true) },
    { title: 'Turn off', act: () => turn(false), refused: noSwitch, call: switching(false) },
    { title: 'Mark stale', act: markStale, refused: lack('UPDATE_FEATURE', { project }), call: marking },
    { title: 'Archive', act: archive, refused: lack('DELETE_FEATURE', { project }), call: archiving },
  ];
}
