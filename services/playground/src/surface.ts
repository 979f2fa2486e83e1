import { parse, setting, surface } from '@signalbox/kit';

export const playgroundLimit = setting(
  'PLAYGROUND_LIMIT',
  '1000000',
  parse.integer(1, 1_000_000_000),
  'Maximum number of evaluations per playground request: environments x features x contexts.',
);
export const playgroundBudgetMs = setting(
  'PLAYGROUND_BUDGET_MS',
  '30000',
  parse.integer(1, 3_600_000),
  'Time limit of one playground request, in milliseconds; after it, the request fails.',
);

export const playgroundSurface = surface({
  name: 'playground',
  paths: [{ prefix: '/api/admin/playground' }, { prefix: '/api/admin/projects/:projectId/features/:featureName/preview' }],
  settings: [playgroundLimit, playgroundBudgetMs],
  sections: [
    {
      name: 'Playground',
      description: 'Evaluate features and see why they are on or off.',
      paths: /^\/api\/admin\/(?:playground|projects\/:projectId\/features\/:featureName\/preview)(?:\/|$)/,
    },
  ],
});
