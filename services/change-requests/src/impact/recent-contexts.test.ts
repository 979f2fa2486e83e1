import { deepEqual, equal } from 'node:assert/strict';
import { RecentContexts } from './recent-contexts.ts';

const hour = 3_600_000;

describe('recent contexts', () => {
  let now = 0;
  let recent: RecentContexts;
  beforeEach(() => {
    now = 0;
    recent = new RecentContexts({ now: () => new Date(now), random: () => 0 });
  });

  const sample = (userId: string, ...projects: string[]) => ({ projects, context: { appName: 'shop', userId, properties: {} } });
  const users = (project: string, environment = 'production') => recent.of(project, environment).map(({ userId }) => userId);

  it('are returned per project and environment', () => {
    recent.add({ environment: 'production', contexts: [sample('1', 'default'), sample('2', 'other'), sample('3', '*')] });
    deepEqual([users('default'), users('other'), users('default', 'development')], [['1', '3'], ['2', '3'], []]);
  });

  it('are dropped after an hour, or all at once', () => {
    recent.add({ environment: 'production', contexts: [sample('1', '*')] });
    now = hour / 2;
    recent.add({ environment: 'production', contexts: [sample('2', '*')] });
    now = hour;
    deepEqual(users('default'), ['2']);
    recent.forgetAll();
    deepEqual(users('default'), []);
  });

  it('are limited to 500 in each of 100 environments', () => {
    for (let round = 0; round < 20; round += 1)
      recent.add({ environment: 'production', contexts: Array.from({ length: 50 }, () => sample(`round ${round}`, '*')) });
    equal(users('default').length, 500);
    deepEqual(users('default')[0], 'round 19');
    for (let index = 0; index < 200; index += 1) recent.add({ environment: `e${index}`, contexts: [sample('1', '*')] });
    deepEqual([users('default', 'e98').length, users('default', 'e99').length], [1, 0]);
  });
});
