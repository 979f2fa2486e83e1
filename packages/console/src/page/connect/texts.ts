export const connectTexts = {
  title: 'Connect an application',
  about: 'Create a token, install an SDK and see the first evaluation arrive.',
  noFeature: 'There is no feature to evaluate yet. Create one, then come back.',
  what: 'Choose a feature and an environment',
  feature: 'Feature',
  token: 'Create a token',
  tokenAbout: {
    client: 'A client token for server-side SDKs. It can read all strategies of this project in this environment, so keep it secret.',
    frontend: 'A frontend token for browsers and apps. It is public by design: it returns results only, never strategies.',
  },
  issue: 'Create token',
  issued: 'Your token is in the snippet below. Copy it now: it won’t be shown again after you leave this page.',
  ask: 'Add the SDK',
  libraries: 'SDKs',
  install: 'Install',
  code: (library: string) => `Code for ${library}`,
  see: 'Check the connection',
  waiting: (environment: string) => `Waiting for an application to connect in ${environment}. This updates automatically.`,
  connected: (names: readonly string[], environment: string) =>
    `Connected in ${environment}: ${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}.`,
  notEvaluated: (feature: string) => `No evaluations of ${feature} yet. SDKs report them about once a minute.`,
  evaluated: (feature: string, count: number) =>
    `${feature} was evaluated ${count === 1 ? 'once' : `${count.toLocaleString('en')} times`} in the past hour.`,
} as const;
