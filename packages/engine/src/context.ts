/**
 * Context of an evaluation (specification, endpoint 10 "Context"). All fields are optional here; `currentTime` is an RFC 3339 string.
 * Unknown top-level fields are looked up like `properties`.
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

/** Inputs that the engine must not obtain itself. `random` returns a number in [0, 1). */
export interface Effects {
  readonly now: () => Date;
  readonly random: () => number;
  readonly hostname: string;
}
