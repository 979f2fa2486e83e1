/** Decides how each column of a feature is used. A column without a mark does not compile. */
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
  /**
   * It changes what evaluations return, or belongs to something that does: a protected environment accepts it by change request only. False
   * for values that describe a feature, or that decide what SDKs report about it.
   */
  readonly guarded: boolean;
}

/** Marks of a feature: its metadata is written without a guard, so nothing that evaluations depend on can be among it. */
export type FeatureMarks = ContentMarks & ({ readonly written: false } | { readonly guarded: false });

/** For values that users write. */
export const content = {
  written: true,
  exported: true,
  cloned: true,
  served: true,
  indexed: true,
  described: true,
  guarded: true,
} as const;

/** For metadata of a feature. */
export const metadata = { ...content, guarded: false } as const;

/** For identifiers of a part: a clone gets its own. */
export const identity = { ...content, written: false, cloned: false } as const;

/** For values that the service maintains itself. */
export const bookkeeping = {
  written: false,
  exported: false,
  cloned: false,
  served: false,
  indexed: false,
  described: false,
  guarded: false,
} as const;

/** For the set of documents that an object belongs to, which only `applyPlan` writes. */
export const ownership = { ...bookkeeping, indexed: true, described: true } as const;
