/** Maximum size of the changes that one event proposes. Change requests accept slightly larger ones. */
export const maxProposedBytes = 900_000;
