import { bigInteger, fixedText, instant, integer, json, longText, table, text } from '@signalbox/table';

/** A use of a feature at one location in code. */
export interface CodeLocation {
  readonly path: string;
  readonly line: number;
  readonly column?: number;
  readonly kind: 'evaluation' | 'definition' | 'test' | 'mention';
  readonly symbol?: string;
  /** The line of code, only if the scan sent it. */
  readonly text?: string;
}

/** The last scan of a branch of a repository, for the features of one project. */
export const codeBranchTable = table('code_branch', 'CodeBranch', {
  id: fixedText(26).key(),
  project: text(100).called('project_id'),
  repository: text(255),
  branch: text(255),
  commit: text(64).called('commit_id'),
  /** Given by the scanner. Later scans have higher numbers. */
  sequence: bigInteger(),
  scannedAt: instant(),
  urlTemplate: longText().nullable(),
});

/** The locations of one feature on a branch. One row, because they are written and read together. */
export const codeUseTable = table('code_use', 'CodeUse', {
  branchId: fixedText(26).key(),
  featureName: text(100).key(),
  /** Sorted by path and line. Empty once the feature is gone. */
  locations: json<readonly CodeLocation[]>(),
  locationCount: integer(),
  fileCount: integer().default(0),
  firstSeen: instant(),
  lastSeen: instant(),
  extinctSince: instant().nullable(),
});
