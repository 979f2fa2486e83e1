export const turnTexts = {
  notTurned: (feature: string, environment: string, isOn: boolean, why: string) =>
    `${feature} is still ${isOn ? 'off' : 'on'} in ${environment}. ${why}`,
  turned: (feature: string, environment: string, isOn: boolean) => `${feature} is ${isOn ? 'on' : 'off'} in ${environment}.`,
  sheet: {
    title: (feature: string, environment: string, isOn: boolean) => `Turn ${isOn ? 'on' : 'off'} ${feature} in ${environment}?`,
    submit: (isOn: boolean) => `Turn ${isOn ? 'on' : 'off'} now`,
    keep: (isOn: boolean) => `Keep it ${isOn ? 'off' : 'on'}`,
    loses: (yes: number, all: number) =>
      all === 0
        ? 'No evaluations in the past hour. After this, no one gets it.'
        : `${Math.round((100 * yes) / all)}% of evaluations get it now. After this, no one does.`,
    gets: (all: number, strategies: number) =>
      `Evaluations in the past hour: ${all.toLocaleString('en')}. After this, ${strategies === 0 ? 'everyone gets it' : 'users who match its strategies get it'}.`,
    dependents: (names: readonly string[], isOn: boolean) =>
      names.length === 0
        ? 'No other feature depends on it.'
        : `${names.join(', ')} ${names.length === 1 ? 'depends' : 'depend'} on it and ${isOn ? 'can be on again' : 'will also be off'}.`,
    dependentsUnknown: 'Couldn’t check which features depend on it.',
    isEmergency: (environment: string) => `${environment} is protected. This counts as an emergency change and needs a review afterwards.`,
    reasonHint: 'For example, an incident number. You can add it later.',
  },
  undoneEmergency: 'Undo of an emergency',
} as const;
