/** A feature that two instances serve or evaluate differently. */
export interface Difference {
  /** The token's name and environment. */
  readonly token: string;
  readonly feature: string;
  /** The context, if the difference is one of evaluation. */
  readonly context?: Readonly<Record<string, string>>;
  readonly source: string;
  readonly target: string;
}

/** The result of a comparison. */
export interface Verification {
  readonly source: string;
  readonly target: string;
  readonly startedAt: string;
  /** Client and frontend tokens that were compared. */
  readonly tokens: number;
  /** Features that were compared, once for each token. */
  readonly features: number;
  /** Contexts that were evaluated, once for each frontend token. */
  readonly contexts: number;
  /** Sentences about everything that could not be compared. */
  readonly notCompared: readonly string[];
  readonly differences: readonly Difference[];
}
