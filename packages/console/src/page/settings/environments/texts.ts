export const environmentsTexts = {
  about: 'Where features are switched, in the order in which they are shown everywhere.',
  create: 'New environment',
  delete: 'Delete environment',
  nameHint: 'Lower case, digits, hyphens. It cannot be changed later.',
  type: 'Type',
  isOn: 'On',
  projects: 'Projects',
  tokens: 'Tokens',
  features: 'Features on',
  up: 'Up',
  down: 'Down',
  atEdge: 'It is at the end of the list.',
  isPredefined: 'This environment cannot be deleted.',
  turned: (name: string, isOn: boolean) => `${name} is ${isOn ? 'on' : 'off'}.`,
  moved: (name: string) => `${name} was moved.`,
  deleteAbout: (projects: number) =>
    `What features hold there is lost, in ${projects === 1 ? '1 project' : `${projects} projects`}, and its tokens are refused.`,
} as const;
