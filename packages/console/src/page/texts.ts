export const pageTexts = {
  projects: {
    features: (count: number) => (count === 1 ? '1 feature' : `${count.toLocaleString('en')} features`),
  },
  features: {
    feature: 'Feature',
    none: 'No features yet',
    createFirst: 'Create a feature',
    star: (name: string) => `Add ${name} to favorites`,
    unstar: (name: string) => `Remove ${name} from favorites`,
    inEnvironment: (feature: string, environment: string) => `${feature} in ${environment}`,
    toRequest: 'Adds to your draft change request',
  },
  turnOff: {
    reason: 'Reason',
  },
  newFeature: {
    name: 'Name',
    nameHint: 'The name your code uses. You can’t change it later.',
    type: 'Type',
    description: 'Description',
    codeDefault: 'Code default',
    codeDefaultHint: 'The value your code uses when no evaluation is available: true, 12, text or a JSON object.',
    created: (name: string) => `Created ${name}.`,
  },
  connect: {
    environment: 'Environment',
    yourToken: 'YOUR_TOKEN',
  },
  edit: 'Edit',
  saved: (name: string) => `Saved ${name}.`,
  curl: {
    read: (name: string) => `Get ${name}`,
  },
  password: {
    chosen: 'New password',
    rules:
      'Use at least 10 characters with a lowercase letter, an uppercase letter, a number and a special character, or a passphrase of at least 20 characters. Don’t repeat a character three times in a row.',
  },
  factors: {
    recoveryCodes: 'Recovery codes',
    keepCodes: 'Use each code once to log in if you lose your second factor. Save them somewhere safe: they won’t be shown again.',
  },
  users: {
    role: 'Root role',
    username: 'Username',
  },
  groups: {
    noRole: 'none',
    projects: 'Projects',
  },
  environments: {
    none: 'No environments yet',
    name: 'Name',
  },
  project: {
    name: 'Name',
    description: 'Description',
    mode: 'Visibility',
    modes: {
      open: 'Open: anyone whose root role allows it can change features',
      protected: 'Protected: everyone can see it, members can change it',
      private: 'Private: only members can see it',
    },
    stickiness: 'Default stickiness',
    stickinessHint: 'The context field that new percentage rollouts use.',
    pattern: 'Feature name pattern',
    patternHint: 'A regular expression that feature names must match. Leave empty to allow any name.',
    example: 'Example name',
  },
  changeRequest: {
    open: 'Open',
  },
  feature: {
    managedBy: (set: string) => `Managed by ${set}`,
    copyLink: 'Copy link',
    copied: 'Link copied.',
    notCopied: 'Your browser blocked copying. Copy the link from the address bar instead.',
    none: (name: string) => `No feature named ${name} in this project`,
    noneNear: 'It may have been archived or moved to another project. No feature here has a similar name.',
    strategies: (count: number) => (count === 1 ? '1 strategy' : `${count} strategies`),
    evaluations: (count: number) =>
      count === 1 ? '1 evaluation in the past hour' : `${count.toLocaleString('en')} evaluations in the past hour`,
  },
  schedule: {
    later: 'At a time…',
    more: 'More ways to save',
    turnLater: (isOn: boolean) => `Turn ${isOn ? 'on' : 'off'} at a time…`,
    removeLater: 'Remove at a time…',
    title: (feature: string, environment: string) => `Schedule this change to ${feature} in ${environment}`,
    submit: 'Schedule',
    hint: 'You can move or cancel it until then.',
    done: (moment: string) => `Scheduled for ${moment}.`,
    open: 'Show',
    afterApproval: 'This environment is protected. Add the change to a change request, and schedule that once it’s approved.',
    moreFor: (environment: string) => `More actions in ${environment}`,
  },
  strategy: {
    editNamed: (name: string) => `Edit ${name}`,
    names: { flexibleRollout: 'Gradual rollout', default: 'Everyone', userWithId: 'Specific users' } as Readonly<Record<string, string>>,
    fresh: 'New strategy',
    nothingChanged: 'No changes yet.',
    willChange: 'Changes',
    propose: 'Add to change request',
    proposed: (request: number) => `Added to change request ${request}.`,
    undone: 'Change undone.',
    notUndone: 'Nothing was undone: someone has changed it since. See the history.',
  },
  variant: {
    notJson: 'Enter valid JSON.',
  },
  featureSettings: {
    archiveTitle: (name: string) => `Archive ${name}?`,
    archiveAbout: 'It evaluates to off for every application. You can restore it from the archive, turned off in all environments.',
    archiveNow: 'Archive',
    archived: (name: string) => `Archived ${name}.`,
    revived: (name: string) => `Restored ${name}. It is turned off in all environments.`,
  },
  history: {
    undoOf: (sentence: string) => `Undo: ${sentence}`,
    undoTitle: 'Undo this change?',
  },
  persona: {
    aboutDraft: 'Amber: your draft would change the result.',
    column: 'Test user',
    add: 'Add test user',
    none: 'No test users yet',
    on: 'on',
    off: 'off',
    dependsOn: 'Depends on',
    mustBe: (isOn: boolean, variants: readonly string[]) =>
      isOn ? (variants.length > 0 ? `must be ${variants.join(' or ')}` : 'must be on') : 'must be off',
  },
  health: {
    choose: (name: string) => `Select ${name}`,
    chosen: (count: number) => `${count} selected.`,
  },
  why: {
    becauseTitle: 'Reason',
  },
  palette: {
    turn: (name: string, environment: string, isOn: boolean) => `Turn ${isOn ? 'on' : 'off'} ${name} in ${environment}`,
    proposeTurn: (name: string, environment: string, isOn: boolean) => `Propose to turn ${isOn ? 'on' : 'off'} ${name} in ${environment}`,
    favor: (name: string) => `Add ${name} to favorites`,
    unfavor: (name: string) => `Remove ${name} from favorites`,
    archive: (name: string) => `Archive ${name}`,
  },
} as const;
