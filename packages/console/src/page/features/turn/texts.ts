export const turnTexts = {
  notTurned: (feature: string, environment: string, isOn: boolean, why: string) =>
    `${feature} is still ${isOn ? 'off' : 'on'} in ${environment}. ${why}`,
  turned: (feature: string, environment: string, isOn: boolean) => `${feature} is ${isOn ? 'on' : 'off'} in ${environment}.`,
  proposed: (feature: string, environment: string, isOn: boolean, request: number) =>
    `Added to change request ${request}: turn ${isOn ? 'on' : 'off'} ${feature} in ${environment}.`,
  off: {
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
} as const;
