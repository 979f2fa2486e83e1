export const pageTexts = {
  projects: {
    features: (count: number) => (count === 1 ? '1 feature' : `${count.toLocaleString('en')} features`),
  },
  features: {
    feature: 'Feature',
    none: 'No feature yet',
    createFirst: 'Create the first',
    star: (name: string) => `Mark ${name} as a favourite`,
    unstar: (name: string) => `${name} is a favourite; remove the mark`,
    inEnvironment: (feature: string, environment: string) => `${feature} in ${environment}`,
    toRequest: 'Adds to the draft of a change request',
  },
  turnOff: {
    reason: 'Reason',
  },
  newFeature: {
    name: 'Name',
    nameHint: 'As applications ask for it. It cannot be changed later.',
    type: 'Type',
    description: 'Description',
    codeDefault: 'Code default',
    codeDefaultHint: 'The value that code falls back to without an answer: true, 12, a text or a JSON object.',
    created: (name: string) => `${name} was created.`,
  },
  connect: {
    environment: 'Environment',
    yourToken: 'YOUR_TOKEN',
  },
  edit: 'Edit',
  saved: (name: string) => `${name} was saved.`,
  curl: {
    read: (name: string) => `Read ${name}`,
  },
  password: {
    chosen: 'New password',
    rules:
      'At least ten characters with lower case, upper case, a number and a special character, or a passphrase of twenty or more. Never the same character three times in a row.',
  },
  factors: {
    recoveryCodes: 'Recovery codes',
    keepCodes:
      'Each of these lets you in once when you have lost your second factor. They are shown once: keep them where only you find them.',
  },
  users: {
    role: 'Root role',
    username: 'User name',
  },
  groups: {
    noRole: 'none',
    projects: 'Projects',
  },
  environments: {
    none: 'No environments',
    name: 'Name',
  },
  project: {
    name: 'Name',
    description: 'Description',
    mode: 'Who may see and change it',
    modes: {
      open: 'Open: everybody with a root role for it may change features',
      protected: 'Protected: everybody sees it, members propose and change',
      private: 'Private: members alone see it',
    },
    stickiness: 'Stickiness',
    stickinessHint: 'By what shares are counted where a strategy says nothing else.',
    pattern: 'Pattern of feature names',
    patternHint: 'A regular expression that names of features have to match as a whole. Empty: any name.',
    example: 'Example of a name',
  },
  changeRequest: {
    untitled: (id: number) => `Change request ${id}`,
    open: 'Open',
  },
  feature: {
    copyLink: 'Copy link',
    copied: 'The address was copied.',
    notCopied: 'The browser does not let the console copy. The address stands in its bar.',
    none: (name: string) => `There is no feature ${name} here`,
    noneNear: 'It may have been archived, or moved to another project. No other name comes near.',
    strategies: (count: number) => (count === 1 ? '1 strategy' : `${count} strategies`),
    evaluations: (count: number) =>
      count === 1 ? '1 evaluation in the last hour' : `${count.toLocaleString('en')} evaluations in the last hour`,
  },
  strategy: {
    editNamed: (name: string) => `Edit ${name}`,
    names: { flexibleRollout: 'Gradual rollout', default: 'Everybody', userWithId: 'Users by id' } as Readonly<Record<string, string>>,
    fresh: 'New strategy',
    nothingChanged: 'Nothing changed yet.',
    willChange: 'Will change',
    propose: 'Add to a change request',
    proposed: (request: number) => `Added to change request ${request}.`,
    undone: 'It is as it was before.',
    notUndone: 'Somebody has changed it since. Nothing was undone; the history says who.',
  },
  variant: {
    notJson: 'This is not JSON.',
  },
  featureSettings: {
    archiveTitle: (name: string) => `Archive ${name}?`,
    archiveAbout: 'Applications are told that it is off. It can be brought back from the archive, switched off everywhere.',
    archiveNow: 'Archive it',
    archived: (name: string) => `${name} was archived.`,
    revived: (name: string) => `${name} is back, switched off.`,
  },
  history: {
    undoOf: (sentence: string) => `Undo: ${sentence}`,
    undoTitle: 'Undo this change?',
  },
  persona: {
    aboutDraft: 'Amber is what your draft would change.',
    column: 'Test person',
    add: 'Test person',
    none: 'No test people yet',
    on: 'on',
    off: 'off',
    dependsOn: 'Depends on',
    mustBe: (isOn: boolean, variants: readonly string[]) =>
      isOn ? (variants.length > 0 ? `must be ${variants.join(' or ')}` : 'must be on') : 'must be off',
  },
  health: {
    choose: (name: string) => `Choose ${name}`,
    chosen: (count: number) => `${count} chosen.`,
  },
  why: {
    becauseTitle: 'Because of',
  },
  palette: {
    turn: (name: string, environment: string, isOn: boolean) => `Turn ${isOn ? 'on' : 'off'} ${name} in ${environment}`,
    proposeTurn: (name: string, environment: string, isOn: boolean) => `Propose to turn ${isOn ? 'on' : 'off'} ${name} in ${environment}`,
    favor: (name: string) => `Mark ${name} as a favourite`,
    unfavor: (name: string) => `Remove ${name} from the favourites`,
    archive: (name: string) => `Archive ${name}`,
  },
} as const;
