/** A login after its first step: the token and the methods for the second step. */
export interface Pending {
  readonly token: string;
  /** The user must set up a second factor first. */
  readonly mustEnroll: boolean;
}

/** Parses the fragment that a login at an identity provider leaves if a second step follows. */
export function pendingIn(fragment: string): Pending | null {
  const read = new URLSearchParams(fragment.replace(/^#/, ''));
  const token = read.get('token');
  return token === null ? null : { token, mustEnroll: read.get('mustEnroll') === 'true' };
}
