import type { ApiSection } from '@signalbox/kit';

/** The sections of the API document with operations of toggles. */
export const sections: readonly ApiSection[] = [
  { name: 'OpenFeature manifest', description: 'Flags as the OpenFeature CLI writes them.', paths: /^\/openfeature\// },
  {
    name: 'Documents',
    description: 'The configuration of a project as files: export, plan, apply and promote.',
    paths: /^\/api\/admin\/projects\/[^/]+\/(?:documents|plan|apply|promotions)(?:\/|$)/,
  },
  {
    name: 'Import and export',
    description: 'Features or the whole instance as files.',
    paths: /^\/api\/admin\/(?:features-batch|state|migration)\//,
  },
  {
    name: 'Instance settings',
    description: 'Settings of the whole instance.',
    paths: /^\/api\/admin\/(?:maintenance|ui-config|instance-admin|record-ui-error|splash|feedback|telemetry|banners)(?:\/|$)/,
  },
  {
    name: 'Impact metrics',
    description: 'Metrics that applications report, saved charts of them, and signals of other systems.',
    paths: /\/impact-metrics(?:\/|$)|^\/api\/(?:admin\/)?signals(?:\/|$)/,
  },
  {
    name: 'Usage',
    description: 'Applications, the features they evaluate, and evaluation counts.',
    paths: /^\/api\/admin\/(?:client-metrics\/|metrics\/|projects\/[^/]+\/(?:applications|sdks)(?:\/|$))/,
  },
  {
    name: 'Context fields',
    description: 'The fields that constraints can refer to.',
    paths: /^\/api\/admin\/(?:context|constraints)(?:\/|$)/,
  },
  {
    name: 'Feature types',
    description: 'The types of features and their expected lifetimes.',
    paths: /^\/api\/admin\/feature-types(?:\/|$)/,
  },
  { name: 'Strategy types', description: 'The strategy types that features can use.', paths: /^\/api\/admin\/strategies(?:\/|$)/ },
  {
    name: 'Segments',
    description: 'Named lists of constraints, shared between strategies.',
    paths: /^\/api\/admin\/segment(?:s|-lists)(?:\/|$)/,
  },
  { name: 'Tags', description: 'Labels on features.', paths: /^\/api\/admin\/(?:tags|tag-types|(?:features|projects)\/.*tags)(?:\/|$)/ },
  { name: 'Favorites', description: 'Features and projects that users have marked as favorites.', paths: /\/favorites$/ },
  {
    name: 'Archive',
    description: 'Features that are no longer in use.',
    paths: /^\/api\/admin\/(?:archive\/|projects\/[^/]+\/(?:archive|revive|delete)(?:\/|$))/,
  },
  {
    name: 'Protected environments',
    description: 'Rules for changes in protected environments.',
    paths: /\/change-requests\/config$/,
  },
  { name: 'Undo', description: 'Undoing changes recorded in the event log.', paths: /^\/api\/admin\/undo(?:\/|$)/ },
  { name: 'Personas', description: 'Named contexts of a project, saved for evaluation.', paths: /\/personas(?:\/|$)/ },
  {
    name: 'Dependencies',
    description: 'Features that are enabled only while a parent feature is.',
    paths: /\/(?:dependencies|parents)(?:\/|$)/,
  },
  { name: 'Variants', description: 'Values that a feature returns in addition to on or off.', paths: /\/variants(?:-batch)?$/ },
  {
    name: 'Strategies',
    description: 'Rules that decide who gets a feature in an environment.',
    paths: /\/(?:strategies(?:\/|$)|default-strategy$)/,
  },
  {
    name: 'Releases',
    description: 'Releases of features in stages, and templates for them.',
    paths: /\/(?:release-(?:plan-templates|templates|plans)|progressions|milestone-strategies|safeguards)(?:\/|$)/,
  },
  {
    name: 'Clean-up',
    description: 'References to features in code, and features that can be removed.',
    paths: /\/(?:code-references|cleanup)(?:\/|$)/,
  },
  { name: 'Search', description: 'Search for features, segments and projects by name.', paths: /^\/api\/admin\/search$/ },
  {
    name: 'Features',
    description: 'Create, read, update, search, enable and disable features.',
    paths: /\/(?:features|bulk_features|stale|flag-creators|lifecycle)(?:\/|$)/,
  },
  {
    name: 'Environments',
    description: 'Deployment environments of applications, such as development and production.',
    paths: /\/environments(?:\/|$)/,
  },
  { name: 'Projects', description: 'Containers for features.', paths: /^\/api\/admin\/(?:projects|personal-dashboard)(?:\/|$)/ },
];
