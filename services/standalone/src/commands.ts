type Command = (words: readonly string[]) => Promise<void>;

/** Commands besides the names of services. Each loads only the modules that it needs. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  relay: async () => (await import('./serve-relay.ts')).serveRelay,
  migrate: async () => (await import('./migrate.ts')).migrate,
  backup: async () => (await import('./backup/commands.ts')).backupCommand,
  restore: async () => (await import('./backup/commands.ts')).restoreCommand,
  rekey: async () => (await import('./rekey.ts')).rekeyCommand,
  'verify-audit': async () => (await import('./verify-audit.ts')).verifyAudit,
  'first-password': async () => (await import('./first-password.ts')).printFirstPassword,
  'make-secrets': async () => (await import('./make-secrets.ts')).makeSecrets,
};
