import { deepEqual } from 'node:assert/strict';
import { discardCall, moveCall, requestCalls } from './request-calls.ts';
import type { MoveName } from './moves.ts';

const request = { project: 'shop', id: 7, title: 'More', contentHash: 'abc' } as Parameters<typeof requestCalls>[0];
const move = (name: MoveName) => ({ name, refused: undefined });

describe('what the buttons of a change request send', () => {
  it('names exactly the content that is shown, where others decide on it', () => {
    for (const [name, state] of [
      ['approve', 'Approved'],
      ['apply', 'Applied'],
    ] as const)
      deepEqual(moveCall(request, name).asked.body, { state, contentHash: 'abc' });
    deepEqual(moveCall(request, 'reject', 'Too early').asked.body, { state: 'Rejected', comment: 'Too early' });
  });

  it('is told of each button that asks for nothing first', () => {
    const told = requestCalls(request, [move('approve'), move('schedule'), move('discard'), move('explain')]);
    deepEqual(
      told.map(({ title }) => title),
      ['Approve exactly this', 'Discard draft', 'Get More'],
    );
    deepEqual(told[1]?.call, discardCall(request));
  });
});
