/** Tables without a backup: current activity, and rows that must not come back once they were ended or used. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  identity: ['login_session', 'reset_token'],
};

/** Returns whether a table stays empty after a restore. */
export const isLeftOut = (service: string, table: string): boolean => table === 'lease' || (leftOut[service] ?? []).includes(table);
