export const serviceAccountsTexts = {
  about: 'Machine users for scripts and CI. Each has a role and its own tokens.',
  none: 'No service accounts yet',
  create: 'New service account',
  save: 'Save service account',
  delete: 'Delete service account',
  name: 'Name',
  usernameHint: 'Leave empty to derive it from the name.',
  tokens: 'Tokens',
  account: 'Service account',
  deleteAbout: 'This also deletes its tokens. Scripts that use them stop working.',
} as const;
