/** Tables that are not in a backup: who does what at the moment, and what must not come back once it was ended or used. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  identity: ['login_session', 'reset_token'],
};

/** Whether a table stays empty after a restore. */
export const isLeftOut = (service: string, table: string): boolean => table === 'lease' || (leftOut[service] ?? []).includes(table);
