/**
 * What a feature is evaluated for (specification, endpoint 10 "Context"). All fields are optional here; `currentTime`
 * is an RFC 3339 string. Unknown top-level fields are looked up like `properties`.
 */
export interface EvaluationContext {
  readonly appName?: string;
  readonly currentTime?: string;
  readonly environment?: string;
  readonly remoteAddress?: string;
  readonly sessionId?: string;
  readonly userId?: string;
  readonly properties?: Readonly<Record<string, string | null | undefined>>;
  readonly [field: string]: unknown;
}

/** What the engine may not get for itself. `random` answers in [0, 1). */
export interface Effects {
  readonly now: () => Date;
  readonly random: () => number;
  readonly hostname: string;
}
