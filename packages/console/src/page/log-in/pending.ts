/** A log-in whose first step was right: what the second is done with, and how it can be. */
export interface Pending {
  readonly token: string;
  /** A first second factor has to be set up. */
  readonly mustEnroll: boolean;
}

/** Reads what an identity provider's log-in leaves in the fragment, where a second step follows. */
export function pendingIn(fragment: string): Pending | null {
  const read = new URLSearchParams(fragment.replace(/^#/, ''));
  const token = read.get('token');
  return token === null ? null : { token, mustEnroll: read.get('mustEnroll') === 'true' };
}
