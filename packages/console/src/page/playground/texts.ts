export const playgroundTexts = {
  why: {
    of: (name: string) => `Why: ${name}`,
  },
  about: 'Evaluate all features for one context, or compare two contexts or environments.',
  ask: 'Evaluate',
  compare: 'Compare with',
  alone: 'none',
  another: 'another context',
  anotherTitle: 'Compared with',
  asPersona: (name: string) => `test user: ${name}`,
  inEnvironment: (name: string) => `environment: ${name}`,
  filter: 'Filter by name',
  count: (shown: number, total: number) => `${shown.toLocaleString('en')} of ${total.toLocaleString('en')} features`,
  differences: (found: number, compared: number, total: number) =>
    `${found.toLocaleString('en')} differ, ${compared.toLocaleString('en')} of ${total.toLocaleString('en')} compared`,
  none: 'No features to evaluate',
  same: 'No differences',
  sameAbout: 'Every feature evaluates to the same result.',
  empty: 'Who gets what?',
  emptyAbout: 'Enter a context or select a test user.',
  byChance: 'random',
} as const;
