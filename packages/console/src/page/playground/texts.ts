export const playgroundTexts = {
  why: {
    of: (name: string) => `Why: ${name}`,
  },
  about: 'What applications would be told: all features for one context, or what differs between two.',
  ask: 'Tell what is on',
  compare: 'Compare with',
  alone: 'nothing',
  another: 'another context',
  anotherTitle: 'Compared with',
  asPersona: (name: string) => `test person: ${name}`,
  inEnvironment: (name: string) => `environment: ${name}`,
  filter: 'Filter by name',
  count: (shown: number, total: number) => `${shown.toLocaleString('en')} of ${total.toLocaleString('en')} features`,
  differences: (found: number, compared: number, total: number) =>
    `${found.toLocaleString('en')} differ, ${compared.toLocaleString('en')} of ${total.toLocaleString('en')} compared`,
  none: 'No feature to tell of',
  same: 'No difference',
  sameAbout: 'Every feature is answered alike.',
  empty: 'What is told to whom?',
  emptyAbout: 'Enter a context or choose a test person.',
  byChance: 'by chance',
} as const;
