import { type CommandSession, argument, command, settingOption, textOption } from '../command/command.ts';
import { usageProblem } from '../base/problem.ts';
import { type Answer, sentenceOf } from '../output/answer.ts';

const given = {
  arguments: { id: argument('Number of the change request') },
  options: { project: settingOption('project'), comment: textOption('Comment', 'text') },
} as const;

export const approveChangeRequest = command({
  name: 'change-request approve',
  summary: 'Approve a change request',
  description: 'The approval is for the changes that the command reads. It fails if somebody edits them meanwhile.',
  ...given,
  examples: [{ line: 'signalbox change-request approve 1 --comment "Looks good"', text: 'Approves a change request.' }],
  run: (input, session) => changeState(session, { ...input, state: 'Approved' }),
});

export const rejectChangeRequest = command({
  name: 'change-request reject',
  summary: 'Reject a change request',
  ...given,
  examples: [{ line: 'signalbox change-request reject 2 --comment "Not on a Friday"', text: 'Rejects a change request with a reason.' }],
  run: (input, session) => changeState(session, { ...input, state: 'Rejected' }),
});

export const applyChangeRequest = command({
  name: 'change-request apply',
  summary: 'Apply an approved change request',
  ...given,
  examples: [{ line: 'signalbox change-request apply 1', text: 'Applies all changes, or none.' }],
  run: (input, session) => changeState(session, { ...input, state: 'Applied' }),
});

export const scheduleChangeRequest = command({
  name: 'change-request schedule',
  summary: 'Apply an approved change request at a later time',
  arguments: { ...given.arguments, at: argument('Moment, such as 2027-01-31T08:00:00Z') },
  options: given.options,
  examples: [
    { line: 'signalbox change-request schedule 1 2027-01-31T08:00:00Z', text: 'Schedules an approved change request, or moves its time.' },
  ],
  run({ at, ...input }, session) {
    if (Number.isNaN(Date.parse(at))) throw usageProblem(`A moment such as 2027-01-31T08:00:00Z is required; got ${at}.`);
    return changeState(session, { ...input, state: 'Scheduled', scheduledAt: new Date(at).toISOString() });
  },
});

interface Transition {
  readonly id: string;
  readonly project: string;
  readonly comment: string | undefined;
  readonly state: 'Approved' | 'Rejected' | 'Applied' | 'Scheduled';
  /** Only for `Scheduled`. */
  readonly scheduledAt?: string;
}

async function changeState(session: CommandSession, { id, project, comment, ...target }: Transition): Promise<Answer> {
  const api = await session.api();
  const path = { projectId: project, id: idOf(id) };
  const { contentHash } = await api.ask('GET /api/admin/projects/{projectId}/change-requests/{id}', { path });
  const body = { ...target, ...(comment !== undefined && { comment }), ...(contentHash !== undefined && { contentHash }) };
  const { content, revision } = await api.send('PUT /api/admin/projects/{projectId}/change-requests/{id}/state', { path, body });
  return sentenceOf(
    { id: content.id, state: content.state, environment: content.environment, revision },
    `Change request ${id}: ${content.state}.`,
  );
}

/** The number of a change request. */
export function idOf(text: string): number {
  const id = Number(text.replace(/^#/, ''));
  if (!Number.isInteger(id) || id < 1) throw usageProblem(`The number of a change request is required; got ${text}.`);
  return id;
}
