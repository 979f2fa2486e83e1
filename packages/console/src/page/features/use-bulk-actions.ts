import { pageTexts } from '../texts.ts';
import { featuresTexts } from './texts.ts';
import { attempt, execute } from '../../parts/layer/attempt.ts';
import { confirm } from '../../parts/layer/confirm.tsx';
import { type Call, callOf, send } from '../../server/call.ts';
import { useLack } from '../../server/session.ts';
import type { Switchable } from './turn/use-turn.tsx';

interface Chosen {
  readonly project: string;
  readonly names: readonly string[];
  /** Undefined if the project has no environment. */
  readonly environment: Switchable | undefined;
  readonly clear: () => void;
}

interface BulkAction {
  readonly title: string;
  readonly act: () => void;
  /** Reason why the user cannot do it, if any. */
  readonly refused: string | undefined;
  readonly call: Call;
}

/** The actions on all selected features. */
export function useBulkActions({ project, names, environment, clear }: Chosen): readonly BulkAction[] {
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
    if (environment) void attempt(() => send(switching(isOn)), featuresTexts.bulk.turned(names.length, environment.name, isOn));
  };
  const markStale = () => void attempt(() => send(marking), featuresTexts.bulk.marked(names.length));
  const archive = () =>
    confirm({
      title: featuresTexts.bulk.archiveTitle(names.length),
      about: pageTexts.featureSettings.archiveAbout,
      submitTitle: featuresTexts.bulk.archive,
      act: async () => {
        await execute(() => send(archiving), featuresTexts.bulk.archived(names.length));
        clear();
      },
    });
  const lacksSwitch = environment && lack('UPDATE_FEATURE_ENVIRONMENT', { project, environment: environment.name });
  const noSwitch = environment?.protected ? featuresTexts.bulk.isProtected : lacksSwitch;
  return [
    { title: featuresTexts.bulk.turnOn, act: () => turn(true), refused: noSwitch, call: switching(true) },
    { title: featuresTexts.bulk.turnOff, act: () => turn(false), refused: noSwitch, call: switching(false) },
    { title: featuresTexts.bulk.markStale, act: markStale, refused: lack('UPDATE_FEATURE', { project }), call: marking },
    { title: featuresTexts.bulk.archive, act: archive, refused: lack('DELETE_FEATURE', { project }), call: archiving },
  ];
}
