import type { Chapter } from '@signalbox/kit';

/** The chapters of the API document that hold operations of toggles. */
export const chapters: readonly Chapter[] = [
  {
    name: 'Import and export',
    description: 'Features, or the whole instance, as files.',
    paths: /^\/api\/admin\/(?:features-batch|state)\//,
  },
  {
    name: 'Instance settings',
    description: 'Settings of the whole instance.',
    paths: /^\/api\/admin\/(?:maintenance|ui-config|instance-admin|record-ui-error|splash|feedback|telemetry|banners)(?:\/|$)/,
  },
  {
    name: 'Usage',
    description: 'Which applications evaluate which features, and how often.',
    paths: /^\/api\/admin\/(?:client-metrics\/|metrics\/|projects\/[^/]+\/(?:applications|sdks)(?:\/|$))/,
  },
  { name: 'Context fields', description: 'The fields that constraints may name.', paths: /^\/api\/admin\/(?:context|constraints)(?:\/|$)/ },
  {
    name: 'Feature types',
    description: 'What kinds of features there are, and how long each is expected to live.',
    paths: /^\/api\/admin\/feature-types(?:\/|$)/,
  },
  { name: 'Strategy types', description: 'The kinds of strategies that features may use.', paths: /^\/api\/admin\/strategies(?:\/|$)/ },
  { name: 'Segments', description: 'Named lists of constraints that strategies share.', paths: /^\/api\/admin\/segments(?:\/|$)/ },
  { name: 'Tags', description: 'Labels on features.', paths: /^\/api\/admin\/(?:tags|tag-types|(?:features|projects)\/.*tags)(?:\/|$)/ },
  { name: 'Favorites', description: 'Features and projects that users have marked for themselves.', paths: /\/favorites$/ },
  {
    name: 'Archive',
    description: 'Features that are no longer in use.',
    paths: /^\/api\/admin\/(?:archive\/|projects\/[^/]+\/(?:archive|revive|delete)(?:\/|$))/,
  },
  {
    name: 'Protected environments',
    description: 'What environments demand of changes.',
    paths: /\/change-requests\/config$/,
  },
  { name: 'Undo', description: 'Taking back what an event of the log tells.', paths: /^\/api\/admin\/undo(?:\/|$)/ },
  { name: 'Personas', description: 'Contexts that a project has saved for evaluation.', paths: /\/personas(?:\/|$)/ },
  { name: 'Dependencies', description: 'Features that count only while another one is on.', paths: /\/(?:dependencies|parents)(?:\/|$)/ },
  { name: 'Variants', description: 'What a feature hands to an application beyond on or off.', paths: /\/variants(?:-batch)?$/ },
  { name: 'Strategies', description: 'For whom a feature is on in one environment.', paths: /\/(?:strategies(?:\/|$)|default-strategy$)/ },
  { name: 'Search', description: 'Features, segments and projects by name.', paths: /^\/api\/admin\/search$/ },
  {
    name: 'Features',
    description: 'Create, read, change, search and switch features.',
    paths: /\/(?:features|bulk_features|stale|flag-creators|lifecycle)(?:\/|$)/,
  },
  { name: 'Environments', description: 'Where applications run: development, production and so on.', paths: /\/environments(?:\/|$)/ },
  { name: 'Projects', description: 'Where features live.', paths: /^\/api\/admin\/(?:projects|personal-dashboard)(?:\/|$)/ },
];
