export const personasTexts = {
  all: 'Test users',
  allAbout: 'Saved contexts of typical users. The console shows what each of them gets before and after a change.',
  context: 'Context',
  delete: 'Delete test user',
  deleteAbout: 'This doesn’t affect who gets a feature.',
} as const;
