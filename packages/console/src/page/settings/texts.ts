export const settingsTexts = {
  title: 'Settings',
  groups: {
    users: 'People',
    applications: 'Applications and scripts',
    vocabulary: 'Vocabulary',
    operation: 'Operation',
  },
} as const;
