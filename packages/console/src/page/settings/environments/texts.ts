export const environmentsTexts = {
  about: 'Places where features are turned on and off, in display order.',
  create: 'New environment',
  delete: 'Delete environment',
  nameHint: 'Letters, digits and . _ ~ -. You can’t change it later.',
  type: 'Type',
  isOn: 'Enabled',
  projects: 'Projects',
  tokens: 'Tokens',
  features: 'Features on',
  up: 'Up',
  down: 'Down',
  atEdge: 'Already at the end of the list.',
  isPredefined: 'You can’t delete this environment.',
  turned: (name: string, isOn: boolean) => `${isOn ? 'Enabled' : 'Disabled'} ${name}.`,
  moved: (name: string) => `Moved ${name}.`,
  deleteAbout: (projects: number) =>
    `This deletes the feature configuration for this environment in ${projects === 1 ? '1 project' : `${projects} projects`}. Its tokens stop working.`,
} as const;
