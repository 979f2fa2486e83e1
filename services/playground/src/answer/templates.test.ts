import { equal, notEqual } from 'node:assert/strict';
import { Templates } from './templates.ts';

describe('the response templates', () => {
  it('are cached while in use, and dropped when idle', () => {
    const templates = new Templates();
    const first = templates.current;
    templates.dropIdle();
    equal(templates.current, first);
    templates.dropIdle();
    equal(templates.current, first);
    templates.dropIdle();
    templates.dropIdle();
    notEqual(templates.current, first);
  });
});
