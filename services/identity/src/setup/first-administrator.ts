/** Who may log in first, with the password that was made up because the settings gave none. */
export interface FirstAdministrator {
  readonly username: string;
  readonly password: string;
}

let unread: FirstAdministrator | null = null;

export function rememberFirstAdministrator(first: FirstAdministrator): void {
  unread = first;
}

/**
 * The first administrator, if this process has just made one with a made-up password: to be shown to a user once.
 * Answers it once and forgets it, because the password is stored nowhere else.
 */
export function readFirstAdministrator(): FirstAdministrator | null {
  const first = unread;
  unread = null;
  return first;
}
