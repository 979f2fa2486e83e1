export const proposalTexts = {
  names: { draft: 'your draft', new: 'a new request', request: (id: string) => `change request ${id}` },
  goesTo: (name: string) => `Protected: your changes go to ${name}.`,
  add: (name: string) => `Add to ${name}`,
  /** `change` names a change that the page does not show. */
  added: (name: string, change?: string) => `Added to ${name}${change === undefined ? '' : `: ${change}`}.`,
  addReason: 'Add reason',
} as const;
