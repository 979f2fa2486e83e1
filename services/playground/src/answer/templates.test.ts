import { equal, notEqual } from 'node:assert/strict';
import { Templates } from './templates.ts';

describe('templates of answers', () => {
  it('are kept while somebody asks, and let go of when nobody has', () => {
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
