/** What happens to a part of a feature. Each column answers every question; one that is left out does not compile. */
export interface ContentMarks {
  /** Create and update requests set it, and undo puts it back. */
  readonly written: boolean;
  /** Exports and state files contain it, and imports write it. */
  readonly exported: boolean;
  /** A clone starts with its source's value. */
  readonly cloned: boolean;
  /** The evaluation state contains it. */
  readonly served: boolean;
  /** The index that lists and searches read contains it. */
  readonly indexed: boolean;
  /** Events and metadata responses contain it. */
  readonly described: boolean;
}

/** What people write. */
export const content = { written: true, exported: true, cloned: true, served: true, indexed: true, described: true } as const;

/** What says which part of the instance it is: a clone has its own. */
export const identity = { ...content, written: false, cloned: false } as const;

/** What the service notes for itself. */
export const bookkeeping = { written: false, exported: false, cloned: false, served: false, indexed: false, described: false } as const;
