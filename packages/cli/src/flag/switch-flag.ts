import type { Api } from '../api/api.ts';
import { waitUntilLive } from '../api/wait-until-live.ts';
import { argument, command, flagOption, settingOption, textOption } from '../command/command.ts';
import { exitCodes } from '../base/problem.ts';
import { type Answer, sentenceOf } from '../output/answer.ts';
import { reasonHeader } from './reason.ts';

const switching = {
  arguments: { flag: argument('Name of the flag') },
  options: {
    project: settingOption('project'),
    environment: settingOption('environment'),
    reason: textOption('Reason for a direct change in a protected environment', 'text'),
    propose: flagOption('Propose the change in a change request and send it to review'),
    live: flagOption('Wait until applications receive the change'),
  },
} as const;

export const enableFlag = command({
  name: 'flag enable',
  summary: 'Enable a feature flag in one environment',
  ...switching,
  examples: [
    {
      line: 'signalbox flag enable new-checkout --environment development',
      text: 'Enables a flag for its strategies; without any, for everyone.',
    },
    {
      line: 'signalbox flag enable new-checkout --environment production --propose',
      text: 'Proposes to enable a flag in a protected environment. The exit code 3 means that it waits for approval.',
      exitCode: exitCodes.waitsForApproval,
    },
  ],
  run: async (input, session) => switchFlag(await session.api(), { ...input, enabled: true }),
});

export const disableFlag = command({
  name: 'flag disable',
  summary: 'Disable a feature flag in one environment',
  ...switching,
  examples: [
    {
      line: 'signalbox flag disable new-checkout --environment development --live',
      text: 'Disables a flag, and waits until applications know.',
    },
  ],
  run: async (input, session) => switchFlag(await session.api(), { ...input, enabled: false }),
});

interface Switch {
  readonly flag: string;
  readonly project: string;
  readonly environment: string;
  readonly enabled: boolean;
  readonly reason: string | undefined;
  readonly propose: boolean;
  readonly live: boolean;
}

async function switchFlag(api: Api, { flag, project, environment, enabled, reason, propose, live }: Switch): Promise<Answer> {
  const state = enabled ? 'on' : 'off';
  if (propose) return proposeSwitch(api, { flag, project, environment, enabled });
  const path = { projectId: project, featureName: flag, environment };
  const { revision } = await api.send(`POST /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/${state}`, {
    path,
    headers: reasonHeader(reason),
  });
  if (live && revision !== null) await waitUntilLive(api, revision);
  return sentenceOf({ flag, project, environment, enabled, revision }, `${flag} is ${state} in ${environment}.`);
}

/** Adds the change to the caller's open change request, which then goes to review. */
async function proposeSwitch(
  api: Api,
  { flag, project, environment, enabled }: Pick<Switch, 'flag' | 'project' | 'environment' | 'enabled'>,
): Promise<Answer> {
  const change = { action: 'updateEnabled', feature: flag, payload: { enabled } } as const;
  const { id, state } = await api.ask('POST /api/admin/projects/{projectId}/environments/{environment}/change-requests', {
    path: { projectId: project, environment },
    body: change,
  });
  if (state === 'Draft')
    await api.ask('PUT /api/admin/projects/{projectId}/change-requests/{id}/state', {
      path: { projectId: project, id },
      body: { state: 'In review' },
    });
  const url = `${api.url}/projects/${encodeURIComponent(project)}/change-requests/${id}`;
  const answer = sentenceOf({ flag, project, environment, changeRequest: { id, url } }, `Change request ${id} waits for approval: ${url}`);
  return { ...answer, exitCode: exitCodes.waitsForApproval };
}
