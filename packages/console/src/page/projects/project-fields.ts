const modes = {
  open: 'Open: anyone whose root role allows it can change features',
  protected: 'Protected: everyone can see it, members can change it',
  private: 'Private: only members can see it',
} as const;

/** Visibility of a project. */
export type Mode = keyof typeof modes;

/** The fields of a project that its creator and its settings have in common. */
export const projectFields = {
  name: { kind: 'text', label: 'Name', isRequired: true },
  description: { kind: 'text', label: 'Description' },
  mode: { kind: 'choice', label: 'Visibility', choices: Object.entries(modes).map(([value, title]) => ({ value, title })) },
  defaultStickiness: { kind: 'text', label: 'Default stickiness', hint: 'The context field that new percentage rollouts use.' },
  pattern: {
    kind: 'text',
    label: 'Feature name pattern',
    hint: 'A regular expression that feature names must match. Leave empty to allow any name.',
  },
  example: { kind: 'text', label: 'Example name' },
} as const;
