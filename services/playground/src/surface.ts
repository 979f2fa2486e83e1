import { parse, setting, surface } from '@signalbox/kit';

export const playgroundLimit = setting(
  'PLAYGROUND_LIMIT',
  '1000000',
  parse.integer(1, 1_000_000_000),
  'The maximum number of evaluations in one request to the playground: environments x features x contexts.',
);
export const playgroundBudgetMs = setting(
  'PLAYGROUND_BUDGET_MS',
  '30000',
  parse.integer(1, 3_600_000),
  'How long one request to the playground may be evaluated, in milliseconds; then its answer is cut off.',
);

/** What others know of the playground. */
export const playgroundSurface = surface({
  name: 'playground',
  paths: [{ prefix: '/api/admin/playground' }, { prefix: '/api/admin/projects/:projectId/features/:featureName/preview' }],
  settings: [playgroundLimit, playgroundBudgetMs],
  chapters: [
    {
      name: 'Playground',
      description: 'Evaluate features and see why they are on or off.',
      paths: /^\/api\/admin\/(?:playground|projects\/:projectId\/features\/:featureName\/preview)(?:\/|$)/,
    },
  ],
});
