export const serviceAccountsTexts = {
  about: 'What acts for scripts and pipelines: a role, and tokens that can be changed one by one.',
  none: 'No service accounts',
  create: 'New service account',
  save: 'Save service account',
  delete: 'Delete service account',
  name: 'Name',
  usernameHint: 'Made of the name where it is left empty.',
  tokens: 'Tokens',
  account: 'Service account',
  deleteAbout: 'Its tokens go with it: whatever uses them is refused.',
} as const;
