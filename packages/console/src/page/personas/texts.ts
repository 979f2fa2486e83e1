export const personasTexts = {
  all: 'Test people',
  allAbout: 'Saved contexts of typical users. The console shows what each of them gets, before and after a change.',
  context: 'Context',
  delete: 'Delete test person',
  deleteAbout: 'Nobody else is affected: a test person decides nothing.',
} as const;
