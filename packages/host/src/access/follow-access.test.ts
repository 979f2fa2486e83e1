import { deepEqual } from 'node:assert/strict';
import { exchanges, fetchAccess } from '@signalbox/contracts';
import { surface } from '@signalbox/kit';
import { followedByAccess } from './follow-access.ts';

describe('the events that access follows', () => {
  it('are those of the answering service’s queue, without bindings that do not change access', () => {
    const bindings = [
      { exchange: exchanges.events, pattern: 'toggles.project-created' },
      { exchange: exchanges.events, pattern: 'toggles.feature-created', changesAccess: false as const },
      { exchange: exchanges.state, pattern: 'toggles.project-moved' },
    ];
    const queues = [{ queue: 'own', kind: 'shared' as const, bindings }];
    const other = [{ queue: 'other', kind: 'shared' as const, bindings: [{ exchange: exchanges.events, pattern: '#' }] }];
    const isFollowed = followedByAccess([
      surface({ name: fetchAccess.service, paths: [], queues }),
      surface({ name: 'other', paths: [], queues: other }),
    ]);
    deepEqual(
      ['project-created', 'feature-created', 'project-moved'].map((type) => isFollowed(`toggles.${type}`)),
      [true, false, false],
    );
  });
});
