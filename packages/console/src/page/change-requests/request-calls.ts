import { pageTexts } from '../texts.ts';
import { changeRequestsTexts } from './texts.ts';
import type { NamedCall } from '../../parts/as-curl.tsx';
import { callOf } from '../../server/call.ts';
import type { ChangeRequest } from '../../server/operations.ts';
import type { Asked } from '../../server/request.ts';
import type { Move, MoveName } from './moves.ts';

type Key = Pick<ChangeRequest, 'project' | 'id'>;

const ofOne = '/api/admin/projects/{projectId}/change-requests/{id}';
const pathOf = ({ project, id }: Key) => ({ projectId: project, id });

/** The moves that lead to a state with nothing to be chosen, whatever may be said with them. */
const states = {
  send: 'In review',
  approve: 'Approved',
  reject: 'Rejected',
  apply: 'Applied',
  cancel: 'Cancelled',
  callOff: 'Rejected',
} as const;
export type PlainMove = keyof typeof states;

/** Whether a move says which content it is about: exactly what is shown. */
export const isBound = (name: PlainMove): boolean => states[name] === 'Approved' || states[name] === 'Applied';

export const stateCall = (request: Key, body: Asked<`PUT ${typeof ofOne}/state`>['body']) =>
  callOf(`PUT ${ofOne}/state`, { path: pathOf(request), body });

/** What a move sends, with a comment where there is one. */
export const moveCall = (request: Key & Pick<ChangeRequest, 'contentHash'>, name: PlainMove, comment = '') =>
  stateCall(request, {
    state: states[name],
    ...(comment && { comment }),
    ...(isBound(name) && { contentHash: request.contentHash ?? '' }),
  });

export const discardCall = (request: Key) => callOf(`DELETE ${ofOne}`, { path: pathOf(request) });

export const reviewCall = (request: Key) => callOf(`PUT ${ofOne}/reviewed`, { path: pathOf(request) });

const isPlain = (name: MoveName): name is PlainMove => name in states;

/** What the buttons of a request send, as far as nothing has to be typed first. */
export function requestCalls(request: ChangeRequest, moves: readonly Move[]): readonly NamedCall[] {
  const made = moves.flatMap(({ name }): readonly NamedCall[] => {
    const title = changeRequestsTexts.changeRequest.moves[name];
    if (isPlain(name)) return [{ title, call: moveCall(request, name) }];
    if (name === 'discard') return [{ title, call: discardCall(request) }];
    return name === 'review' ? [{ title, call: reviewCall(request) }] : [];
  });
  return [...made, { title: pageTexts.curl.read(request.title), call: callOf(`GET ${ofOne}`, { path: pathOf(request) }) }];
}
