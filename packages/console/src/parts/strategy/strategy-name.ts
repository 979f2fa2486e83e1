const names: Readonly<Record<string, string>> = { flexibleRollout: 'Gradual rollout', default: 'Everyone', userWithId: 'Specific users' };

/** Display name of a strategy type. */
export const strategyName = (type: string): string => names[type] ?? type;
