/** The chapters that the operations are sorted into, the first that a path fits into counting. */
export const chapters: readonly { readonly name: string; readonly description: string; readonly paths: RegExp }[] = [
  { name: 'Client API', description: 'What server-side SDKs and proxies read and report.', paths: /^\/(?:api\/client|edge)(?:\/|$)/ },
  { name: 'Frontend API', description: 'What client-side SDKs read and report.', paths: /^\/api\/(?:frontend|proxy)(?:\/|$)/ },
  { name: 'OpenFeature', description: 'The OpenFeature Remote Evaluation Protocol.', paths: /^\/(?:ofrep|openfeature)(?:\/|$)/ },
  {
    name: 'Operations',
    description: 'Health, metrics, and messages that could not be handled.',
    paths: /^\/(?:health|ready|metrics|docs|api\/admin\/(?:dead-letters))(?:\/|$)/,
  },
  { name: 'Login', description: 'Sessions and the user they belong to.', paths: /^\/(?:auth|logout|api\/admin\/user)(?:\/|$)/ },
  {
    name: 'API tokens',
    description: 'Tokens with which applications and scripts authenticate.',
    paths: /^\/api\/admin\/api-tokens(?:\/|$)/,
  },
  { name: 'Events', description: 'Who changed what, and when.', paths: /^\/api\/admin\/(?:events|event-creators|search\/events)(?:\/|$)/ },
  { name: 'Playground', description: 'Evaluate features and see why they are on or off.', paths: /^\/api\/admin\/playground(?:\/|$)/ },
  {
    name: 'Import and export',
    description: 'Features, or the whole instance, as files.',
    paths: /^\/api\/admin\/(?:features-batch|state)\//,
  },
  { name: 'Instance settings', description: 'Settings of the whole instance.', paths: /^\/api\/admin\/(?:maintenance|ui-config)(?:\/|$)/ },
  {
    name: 'Usage',
    description: 'Which applications evaluate which features, and how often.',
    paths: /^\/api\/admin\/(?:client-metrics|metrics)\//,
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
  { name: 'Personas', description: 'Contexts that a project has saved for evaluation.', paths: /\/personas(?:\/|$)/ },
  { name: 'Dependencies', description: 'Features that count only while another one is on.', paths: /\/(?:dependencies|parents)(?:\/|$)/ },
  { name: 'Variants', description: 'What a feature hands to an application beyond on or off.', paths: /\/variants(?:-batch)?$/ },
  { name: 'Strategies', description: 'For whom a feature is on in one environment.', paths: /\/(?:strategies(?:\/|$)|default-strategy$)/ },
  {
    name: 'Features',
    description: 'Create, read, change, search and switch features.',
    paths: /\/(?:features|bulk_features|stale|flag-creators)(?:\/|$)/,
  },
  { name: 'Environments', description: 'Where applications run: development, production and so on.', paths: /\/environments(?:\/|$)/ },
  { name: 'Projects', description: 'Where features live.', paths: /^\/api\/admin\/projects(?:\/|$)/ },
];

/** The chapter that an operation stands in. Throws for a path that fits into none. */
export function chapterOf(path: string): string {
  const chapter = chapters.find(({ paths }) => paths.test(path));
  if (!chapter) throw new Error(`${path} fits into no chapter of tools/openapi/chapters.ts`);
  return chapter.name;
}
