export const settingsTexts = {
  title: 'Settings',
  groups: {
    users: 'People',
    applications: 'Applications and integrations',
    vocabulary: 'Configuration',
    operation: 'Operations',
  },
} as const;
