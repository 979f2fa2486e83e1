const users = Array.from({ length: 30 }, (_, index) => index);

const strategy = (featureName: string, part: number) => ({
  name: 'flexibleRollout',
  featureName,
  title: `part ${part}`,
  disabled: false,
  sortOrder: part,
  parameters: { groupId: featureName, rollout: '50', stickiness: 'default' },
  constraints: [{ contextName: 'userId', operator: 'IN', values: users.map((user) => `user-${part}-${user}-${featureName}`) }],
  variants: [],
  segments: [],
});

const variant = (name: string) => ({ name, weight: 500, weightType: 'variable', stickiness: 'default' });

/** An import of so many features, each with two strategies of 30 values, two variants and two tags; half of them on. */
export function bulkImport(count: number) {
  const names = Array.from({ length: count }, (_, index) => `feature-${index}`);
  return {
    project: 'default',
    environment: 'development',
    data: {
      features: names.map((name) => ({ name, type: 'release', description: `What ${name} is for: ${'it says so. '.repeat(8)}` })),
      featureStrategies: names.flatMap((name) => [strategy(name, 0), strategy(name, 1)]),
      featureEnvironments: names.map((name, index) => ({
        name,
        featureName: name,
        enabled: index % 2 === 0,
        variants: [variant('a'), variant('b')],
      })),
      featureTags: names.flatMap((featureName, index) => [
        { featureName, tagType: 'simple', tagValue: `team-${index % 20}` },
        { featureName, tagType: 'simple', tagValue: `area-${index % 100}` },
      ]),
      tagTypes: [{ name: 'simple', description: 'Whatever', icon: '#' }],
    },
  };
}
