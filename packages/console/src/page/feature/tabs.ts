/** The tabs of a feature, with their path segments. */
export const tabs = [
  { path: '', title: 'Who gets it' },
  { path: 'why', title: 'Why' },
  { path: 'variants', title: 'Variants' },
  { path: 'usage', title: 'Usage' },
  { path: 'code', title: 'Code' },
  { path: 'history', title: 'History' },
  { path: 'settings', title: 'Settings' },
] as const;
