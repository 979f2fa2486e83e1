/** Hook of a process that learns API tokens when applications first send them. Secrets never leave the process through it. */
export interface TokenLookup {
  /**
   * Resolves when each secret is part of the published token list or is known to be invalid. Rejects if that cannot be determined. Null in
   * processes that are sent all tokens.
   */
  learn: ((secrets: readonly string[]) => Promise<void>) | null;
}

/** The hook of a process, as a slot of it. */
export const tokenLookup = { make: (): TokenLookup => ({ learn: null }) };
