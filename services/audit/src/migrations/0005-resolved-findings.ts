import type { Migration } from '@signalbox/kit';

/** The time at which an operator resolved a gap or break. Rows stay, because the seal covers them: see `log/findings.ts`. */
export const resolvedFindings: Migration = {
  name: '0005-resolved-findings',
  up: () => ['gap', 'chain_break'].map((table) => `alter table ${table} add column resolved_at bigint null`),
};
