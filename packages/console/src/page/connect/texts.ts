export const connectTexts = {
  title: 'Connect an application',
  about: 'From a token to the first answer, with the library that you use.',
  noFeature: 'An application asks for features. Create one, then come back.',
  what: 'What it asks for, and where it runs',
  feature: 'Feature',
  token: 'What it asks with',
  tokenAbout: {
    client: 'A server-side token. It reads the features of this project in this environment: it belongs on a server.',
    frontend: 'A token for pages. Whoever opens the page can read it; it is told answers, never strategies.',
  },
  issue: 'Issue a token',
  issued: 'The token stands in the snippet below. It is shown until you leave this page, and nowhere after.',
  ask: 'How it asks',
  libraries: 'Libraries',
  install: 'Install',
  code: (library: string) => `Code for ${library}`,
  see: 'See it arrive',
  waiting: (environment: string) => `No application has connected in ${environment} yet. This is looked at every other second.`,
  connected: (names: readonly string[], environment: string) =>
    `Connected in ${environment}: ${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}.`,
  notAsked: (feature: string) => `No evaluation of ${feature} is counted yet. Libraries report theirs about once a minute.`,
  asked: (feature: string, count: number) =>
    `${feature} was evaluated ${count === 1 ? 'once' : `${count.toLocaleString('en')} times`} in the last hour.`,
} as const;
