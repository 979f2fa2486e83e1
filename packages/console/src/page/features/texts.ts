export const featuresTexts = {
  title: 'Features',
  about: 'What is on for whom, in each environment. A ring is nobody, a slice is some, a disc is everybody.',
  create: 'New feature',
  filter: 'Filter by name, description or tag',
  count: (total: number) => (total === 1 ? '1 feature' : `${total.toLocaleString('en')} features`),
  neverSeen: 'not seen yet',
  changed: 'Changed',
  usage: '24 hours',
  usedTimes: (total: number) => `${total.toLocaleString('en')} evaluations in 24 hours`,
  columns: 'Environments',
  columnsAbout: (max: number) => `At most ${max} stand side by side.`,
  findColumn: 'Find an environment',
  choose: (name: string) => `Choose ${name}`,
  request: (id: number) => `request ${id}`,
  stale: 'stale',
  noneAbout: 'Create the first one here, by the API, or import an export of another server.',
  isProtected: 'protected: changes go to a change request',
  turned: (feature: string, environment: string, isOn: boolean) => `${feature} is ${isOn ? 'on' : 'off'} in ${environment}.`,
  proposed: (feature: string, environment: string, isOn: boolean, request: number) =>
    `Change request ${request} would switch ${feature} ${isOn ? 'on' : 'off'} in ${environment}.`,
  mayNotSwitch: 'You lack the permission UPDATE_FEATURE_ENVIRONMENT here.',
  bulk: {
    title: 'Chosen features',
    chosen: (count: number) => (count === 1 ? '1 chosen' : `${count} chosen`),
    environment: 'Environment to switch in',
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    markStale: 'Mark stale',
    archive: 'Archive',
    clear: 'Choose none',
    isProtected: 'Protected: switch them one by one, by change requests.',
    turned: (count: number, environment: string, isOn: boolean) =>
      `${count} ${count === 1 ? 'feature is' : 'features are'} ${isOn ? 'on' : 'off'} in ${environment}.`,
    marked: (count: number) => `${count} ${count === 1 ? 'feature is' : 'features are'} marked as stale.`,
    archiveTitle: (count: number) => `Archive ${count} ${count === 1 ? 'feature' : 'features'}?`,
    archived: (count: number) => `${count} ${count === 1 ? 'feature was' : 'features were'} archived.`,
  },
  views: {
    title: 'Views',
    none: 'Filter first, then save the filter under a name.',
    name: 'Name of this view',
    save: 'Save view',
    remove: (name: string) => `Remove the view ${name}`,
  },
  turnOff: {
    title: (feature: string, environment: string) => `Turn off ${feature} in ${environment}?`,
    about: (yes: number, all: number) =>
      `It was on for ${yes.toLocaleString('en')} of ${all.toLocaleString('en')} evaluations in the last hour.`,
    submit: 'Turn off now',
    loses: (yes: number, all: number) =>
      all === 0
        ? 'No application has asked in the last hour. Nobody will get it.'
        : `${Math.round((100 * yes) / all)} % of evaluations get it now. Nobody will.`,
    dependents: (names: readonly string[]) =>
      names.length === 0 ? 'No other feature depends on it.' : `These depend on it, and go off with it: ${names.join(', ')}.`,
    dependentsUnknown: 'What depends on it is not known at present.',
    isEmergency: (environment: string) =>
      `Protected: in ${environment} this counts as an emergency, and somebody else reviews it afterwards.`,
    reasonHint: 'Such as an incident. It may follow within the hour.',
    keepOn: 'Leave it on',
    offBy: (feature: string, environment: string) => `${feature} is off in ${environment}. Say why within the hour.`,
    sayWhy: 'To the start',
  },
  newFeature: {
    title: 'New feature',
    submit: 'Create feature',
  },
  curl: {
    markStale: (name: string, isStale: boolean) => (isStale ? `Mark ${name} as stale` : `Mark ${name} as active`),
  },
} as const;
