export const settingsTexts = {
  forbidden: 'You can’t open this page',
  title: 'Settings',
  groups: {
    users: 'People',
    applications: 'Applications and integrations',
    vocabulary: 'Configuration',
    operation: 'Operations',
  },
} as const;
