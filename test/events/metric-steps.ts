import { stored, type Step } from './step.ts';

const chart = { metricName: 'errors', timeRange: 'day', aggregationMode: 'count' };

/** The steps of a saved chart, of the instance or of a feature. */
const stepsOf = (routes: string, at: readonly string[], location: string): readonly Step[] => {
  const own = [...at, stored(`chart of ${location}`)];
  return [
    {
      route: `POST ${routes}`,
      at,
      body: chart,
      events: [`impact-metric-created ${location}`],
      carries: ['d'],
      keep: `chart of ${location}`,
    },
    {
      route: `PUT ${routes}/:chartId`,
      at: own,
      body: { ...chart, title: 'Errors' },
      events: [`impact-metric-updated ${location}`],
      carries: ['dp'],
    },
    { route: `DELETE ${routes}/:chartId`, at: own, events: [`impact-metric-deleted ${location}`], carries: ['p'] },
  ];
};

/** Charts of `basket`, which has no tag. */
export const metricSteps: readonly Step[] = [
  ...stepsOf('/impact-metrics/config', [], '-/-/-'),
  ...stepsOf('/projects/:projectId/features/:featureName/impact-metrics/config', ['shop', 'basket'], 'shop/-/basket'),
  { route: 'POST /impact-metrics/register', body: { name: 'errors', type: 'counter' }, events: [] },
];
