/** A permission and its scope: everywhere, a project, or an environment of a project. */
export interface Grant {
  readonly permission: string;
  readonly project?: string;
  readonly environment?: string;
}

/** Whether a grant covers the permission there. For display only: the server enforces it. */
export function may(grants: readonly Grant[], permission: string, { project, environment }: Omit<Grant, 'permission'> = {}): boolean {
  return grants.some(
    (grant) =>
      (grant.permission === permission || grant.permission === 'ADMIN') &&
      (grant.project === undefined || grant.project === '*' || grant.project === project) &&
      (grant.environment === undefined || grant.environment === environment),
  );
}
