import { argument, choiceOption, command, settingOption, textOption } from '../command/command.ts';
import { type Answer, listOf } from '../output/answer.ts';
import type { ChangeRequest } from '../api/operations.ts';
import { idOf } from './change-state.ts';

const states = ['draft', 'in-review', 'approved', 'scheduled', 'applied', 'cancelled', 'rejected'] as const;

export const listChangeRequests = command({
  name: 'change-request list',
  summary: 'List the change requests of a project, newest first',
  options: {
    project: settingOption('project'),
    state: choiceOption('Only change requests in this state', states),
    environment: textOption('Only change requests of this environment', 'name'),
  },
  examples: [{ line: 'signalbox change-request list --state in-review', text: 'Lists change requests that wait for approval.' }],
  async run({ project, state, environment }, session) {
    const all = await (await session.api()).ask('GET /api/admin/projects/{projectId}/change-requests', { path: { projectId: project } });
    const found = all
      .filter((request) => state === undefined || request.state.toLowerCase().replaceAll(' ', '-') === state)
      .filter((request) => environment === undefined || request.environment === environment);
    return listOf(found, {
      id: ({ id }) => id,
      state: (request) => request.state,
      environment: (request) => request.environment,
      title: ({ title }) => title,
      by: ({ createdBy }) => createdBy.username,
      approvals: ({ approvals, minApprovals }) => `${approvals.length}/${minApprovals}`,
    });
  },
});

export const showChangeRequest = command({
  name: 'change-request show',
  summary: 'Show a change request: what it changes, and what is missing',
  arguments: { id: argument('Number of the change request') },
  options: { project: settingOption('project') },
  examples: [{ line: 'signalbox change-request show 1', text: 'Shows each change as a sentence.' }],
  async run({ id, project }, session) {
    const path = { projectId: project, id: idOf(id) };
    const api = await session.api();
    return requestAnswer(await api.ask('GET /api/admin/projects/{projectId}/change-requests/{id}', { path }));
  },
});

/** Answers with a change request and a sentence for each change. */
function requestAnswer(request: ChangeRequest): Answer {
  const { id, title, state, environment, approvals, minApprovals, features, segments, environments = [] } = request;
  const changes = [
    ...features.flatMap(({ name, changes: own }) => own.map((change) => `${name}: ${lineOf(change)}`)),
    ...segments.map(({ name, ...change }) => `segment ${name}: ${lineOf(change)}`),
    ...environments.map(({ name, ...change }) => `environment ${name}: ${lineOf(change)}`),
  ];
  const head = `#${id} ${title}\n${state}, ${environment}, ${approvals.length} of ${minApprovals} approvals`;
  return { data: request, text: [head, ...changes.map((change) => `  ${change}`)].join('\n') };
}

type Listed = ChangeRequest['segments'][number];

const lineOf = ({ sentence, action, conflict }: Pick<Listed, 'sentence' | 'action' | 'conflict'>): string =>
  `${sentence ?? action}${conflictNote(conflict)}`;
const conflictNote = (conflict: string | undefined): string => (conflict === undefined ? '' : ` (conflict: ${conflict})`);
