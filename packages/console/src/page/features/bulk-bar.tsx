import { useSignal } from '@preact/signals';
import { pageTexts } from '../texts.ts';
import { featuresTexts } from './texts.ts';
import { AsCurl } from '../../parts/as-curl.tsx';
import { attempt, carryOut } from '../../parts/attempt.ts';
import { confirm } from '../../parts/confirm.tsx';
import { type Call, callOf, send } from '../../server/call.ts';
import { useLack } from '../../server/session.ts';
import type { Switchable } from './use-turn.tsx';
import * as buttonStyles from '../../parts/button.module.css';
import * as styles from './features.module.css';

interface BulkBarProps {
  readonly project: string;
  readonly names: readonly string[];
  readonly environments: readonly Switchable[];
  readonly clear: () => void;
}

/** What is done with all chosen features at once: all of them or none. */
export function BulkBar({ project, names, environments, clear }: BulkBarProps) {
  const chosen = useSignal<string | null>(null);
  const lack = useLack();
  const environment = environments.find(({ name }) => name === chosen.value) ?? environments[0];
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
    if (environment) void attempt(() => send(switching(isOn)), featuresTexts.bulk.turned(names.length, environment.name, isOn));
  };
  const markStale = () => void attempt(() => send(marking), featuresTexts.bulk.marked(names.length));
  const archive = () =>
    confirm({
      title: featuresTexts.bulk.archiveTitle(names.length),
      about: pageTexts.featureSettings.archiveAbout,
      submitTitle: featuresTexts.bulk.archive,
      act: async () => {
        await carryOut(() => send(archiving), featuresTexts.bulk.archived(names.length));
        clear();
      },
    });
  const noSwitch = environment && lack('UPDATE_FEATURE_ENVIRONMENT', { project, environment: environment.name });
  const actions: readonly (readonly [title: string, act: () => void, refused: string | undefined, call: Call])[] = [
    [featuresTexts.bulk.turnOn, () => turn(true), environment?.protected ? featuresTexts.bulk.isProtected : noSwitch, switching(true)],
    [featuresTexts.bulk.turnOff, () => turn(false), environment?.protected ? featuresTexts.bulk.isProtected : noSwitch, switching(false)],
    [featuresTexts.bulk.markStale, markStale, lack('UPDATE_FEATURE', { project }), marking],
    [featuresTexts.bulk.archive, archive, lack('DELETE_FEATURE', { project }), archiving],
  ];
  return (
    <div class={styles.bulk} role="region" aria-label={featuresTexts.bulk.title}>
      <b role="status">{featuresTexts.bulk.chosen(names.length)}</b>
      <select
        aria-label={featuresTexts.bulk.environment}
        value={environment?.name ?? ''}
        onChange={(event) => (chosen.value = event.currentTarget.value)}
      >
        {environments.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      {actions.map(([title, act, refused]) => (
        <button
          key={title}
          type="button"
          class={buttonStyles.small}
          aria-disabled={refused !== undefined}
          title={refused}
          onClick={() => refused === undefined && act()}
        >
          {title}
        </button>
      ))}
      <AsCurl calls={actions.map(([title, , , call]) => ({ title, call }))} />
      <button type="button" class={`${buttonStyles.small} ${buttonStyles.quiet}`} onClick={clear}>
        {featuresTexts.bulk.clear}
      </button>
    </div>
  );
}
