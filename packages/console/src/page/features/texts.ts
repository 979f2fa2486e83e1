export const featuresTexts = {
  title: 'Features',
  about: 'Who gets each feature in each environment: no one (ring), some users (slice) or everyone (disc).',
  create: 'New feature',
  connect: 'Connect an application',
  filter: 'Filter by name, description or tag',
  count: (total: number) => (total === 1 ? '1 feature' : `${total.toLocaleString('en')} features`),
  neverSeen: 'never evaluated',
  changed: 'Changed',
  usage: '24 hours',
  usedTimes: (total: number) => `${total.toLocaleString('en')} evaluations in 24 hours`,
  columns: 'Environments',
  facets: {
    titles: { state: 'State', type: 'Type', tag: 'Tag', on: 'Environment', segment: 'Segment', changed: 'Changed' } as Readonly<
      Record<string, string>
    >,
    choice: (key: string, value: string) => (key === 'on' || key === 'off' ? `${key} in ${value}` : value),
  },
  sortBy: (column: string) => `Sort by ${column}`,
  reachIn: (environment: string) => `reach in ${environment}`,
  columnsAbout: (max: number) => `Select up to ${max}.`,
  findColumn: 'Find an environment',
  select: 'Select',
  choose: (name: string) => `Select ${name}`,
  request: (id: number) => `request ${id}`,
  scheduled: (at: string) => `changes ${at}`,
  stale: 'stale',
  noneAbout: 'Create one here or with the API, or import features from another server.',
  isProtected: 'protected: changes require a change request',
  notTurned: (feature: string, environment: string, isOn: boolean, why: string) =>
    `${feature} is still ${isOn ? 'off' : 'on'} in ${environment}. ${why}`,
  turned: (feature: string, environment: string, isOn: boolean) => `${feature} is ${isOn ? 'on' : 'off'} in ${environment}.`,
  proposed: (feature: string, environment: string, isOn: boolean, request: number) =>
    `Added to change request ${request}: turn ${isOn ? 'on' : 'off'} ${feature} in ${environment}.`,
  bulk: {
    title: 'Selected features',
    chosen: (count: number) => (count === 1 ? '1 selected' : `${count.toLocaleString('en')} selected`),
    chooseAll: (count: number) => (count === 1 ? 'Select the feature that matches' : `Select all ${count.toLocaleString('en')} that match`),
    environment: 'Environment',
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    markStale: 'Mark stale',
    archive: 'Archive',
    clear: 'Clear selection',
    isProtected: 'Protected: change features one by one, with change requests.',
    turned: (count: number, environment: string, isOn: boolean) =>
      `Turned ${isOn ? 'on' : 'off'} ${count} ${count === 1 ? 'feature' : 'features'} in ${environment}.`,
    marked: (count: number) => `Marked ${count} ${count === 1 ? 'feature' : 'features'} as stale.`,
    archiveTitle: (count: number) => `Archive ${count} ${count === 1 ? 'feature' : 'features'}?`,
    archived: (count: number) => `Archived ${count} ${count === 1 ? 'feature' : 'features'}.`,
  },
  views: {
    title: 'Views',
    none: 'Filter the list, then save the filter as a view.',
    name: 'View name',
    save: 'Save view',
    remove: (name: string) => `Delete view ${name}`,
  },
  turnOff: {
    title: (feature: string, environment: string) => `Turn off ${feature} in ${environment}?`,
    about: (yes: number, all: number) =>
      `It was on for ${yes.toLocaleString('en')} of ${all.toLocaleString('en')} evaluations in the past hour.`,
    submit: 'Turn off now',
    loses: (yes: number, all: number) =>
      all === 0
        ? 'No evaluations in the past hour. After this, no one gets it.'
        : `${Math.round((100 * yes) / all)}% of evaluations get it now. After this, no one does.`,
    dependents: (names: readonly string[]) =>
      names.length === 0
        ? 'No other feature depends on it.'
        : `${names.join(', ')} ${names.length === 1 ? 'depends' : 'depend'} on it and will also be off.`,
    dependentsUnknown: 'Couldn’t check which features depend on it.',
    isEmergency: (environment: string) => `${environment} is protected. This counts as an emergency change and needs a review afterwards.`,
    reasonHint: 'For example, an incident number. You can add it later.',
    keepOn: 'Keep it on',
    offBy: (feature: string, environment: string) => `${feature} is off in ${environment}. Add the reason in its change request.`,
    toStart: 'Go to start',
  },
  newFeature: {
    title: 'New feature',
    submit: 'Create feature',
    submitOn: (environment: string) => `Create and turn on in ${environment}`,
  },
  curl: {
    markStale: (name: string, isStale: boolean) => (isStale ? `Mark ${name} as stale` : `Mark ${name} as active`),
  },
} as const;
