type Named = readonly { readonly name: string }[];

/** A milestone in a document: its name, or its number such as `#2` if the name occurs twice. */
export function milestoneReference(milestones: Named, index: number): string {
  const name = milestones[index]?.name ?? '';
  return milestones.filter((one) => one.name === name).length > 1 ? `#${index + 1}` : name;
}

/** The milestone that a document refers to; -1 if there is none. */
export function indexOfMilestone(milestones: Named, reference: string): number {
  const named = milestones.findIndex(({ name }) => name === reference);
  return named < 0 ? milestones.findIndex((_milestone, index) => reference === `#${index + 1}`) : named;
}

/** The reference in the form that exports have. */
export const canonicalReference = (milestones: Named, reference: string): string =>
  milestoneReference(milestones, indexOfMilestone(milestones, reference));
