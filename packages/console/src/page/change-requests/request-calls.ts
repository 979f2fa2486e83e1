import type { NamedCall } from '../../parts/layer/as-curl.tsx';
import { callOf } from '../../server/call.ts';
import type { ChangeRequest, InputOf } from '../../server/ask.ts';
import { type Move, type MoveName, moveWords } from './moves.ts';

type Key = Pick<ChangeRequest, 'project' | 'id'>;

const ofOne = '/api/admin/projects/{projectId}/change-requests/{id}';
const pathOf = ({ project, id }: Key) => ({ projectId: project, id });

/** Moves that only take an optional comment. */
export type PlainMove = { [Name in MoveName]: (typeof moveWords)[Name] extends { readonly state: string } ? Name : never }[MoveName];

/** Whether a move names the exact content that the user sees. */
export const isBound = (name: PlainMove): boolean => moveWords[name].state === 'Approved' || moveWords[name].state === 'Applied';

export const stateCall = (request: Key, body: InputOf<`PUT ${typeof ofOne}/state`>['body']) =>
  callOf(`PUT ${ofOne}/state`, { path: pathOf(request), body });

/** The request of a move, with an optional comment. */
export const moveCall = (request: Key & Pick<ChangeRequest, 'contentHash'>, name: PlainMove, comment = '') =>
  stateCall(request, {
    state: moveWords[name].state,
    ...(comment && { comment }),
    ...(isBound(name) && { contentHash: request.contentHash ?? '' }),
  });

export const discardCall = (request: Key) => callOf(`DELETE ${ofOne}`, { path: pathOf(request) });

export const reviewCall = (request: Key) => callOf(`PUT ${ofOne}/reviewed`, { path: pathOf(request) });

export const isPlain = (name: MoveName): name is PlainMove => 'state' in moveWords[name];

/** The requests behind the buttons, except those that need input first. */
export function requestCalls(request: ChangeRequest, moves: readonly Move[]): readonly NamedCall[] {
  const made = moves.flatMap(({ name }): readonly NamedCall[] => {
    const title = moveWords[name].title;
    if (isPlain(name)) return [{ title, call: moveCall(request, name) }];
    if (name === 'discard') return [{ title, call: discardCall(request) }];
    return name === 'review' ? [{ title, call: reviewCall(request) }] : [];
  });
  return [...made, { title: `Get ${request.title}`, call: callOf(`GET ${ofOne}`, { path: pathOf(request) }) }];
}
