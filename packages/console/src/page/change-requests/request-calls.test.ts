import { deepEqual } from 'node:assert/strict';
import { discardCall, moveCall, requestCalls } from './request-calls.ts';
import type { MoveName } from './moves.ts';

const request = { project: 'shop', id: 7, title: 'More', contentHash: 'abc' } as Parameters<typeof requestCalls>[0];
const move = (name: MoveName) => ({ name, refused: undefined });

describe('the requests behind the buttons of a change request', () => {
  it('name the exact content in moves that others decide on', () => {
    for (const [name, state] of [
      ['approve', 'Approved'],
      ['apply', 'Applied'],
    ] as const)
      deepEqual(moveCall(request, name).input.body, { state, contentHash: 'abc' });
    deepEqual(moveCall(request, 'reject', 'Too early').input.body, { state: 'Rejected', comment: 'Too early' });
  });

  it('include every button without a form', () => {
    const calls = requestCalls(request, [move('approve'), move('schedule'), move('discard'), move('explain')]);
    deepEqual(
      calls.map(({ title }) => title),
      ['Approve exactly this', 'Discard draft', 'Get More'],
    );
    deepEqual(calls[1]?.call, discardCall(request));
  });
});
