/** A permission and where it counts: everywhere, in one project, or in one environment of it. */
export interface Grant {
  readonly permission: string;
  readonly project?: string;
  readonly environment?: string;
}

/** Whether one of the grants counts there. What this hides or disables, the server refuses anyway. */
export function may(grants: readonly Grant[], permission: string, { project, environment }: Omit<Grant, 'permission'> = {}): boolean {
  return grants.some(
    (grant) =>
      (grant.permission === permission || grant.permission === 'ADMIN') &&
      (grant.project === undefined || grant.project === '*' || grant.project === project) &&
      (grant.environment === undefined || grant.environment === environment),
  );
}
