import type { Constraint } from '@signalbox/contracts';
import {
  boolean,
  fixedText,
  instant,
  integer,
  json,
  longText,
  projectionOf,
  table,
  tableWith,
  text,
  unboundedText,
} from '@signalbox/table';
import { bookkeeping, content, type ContentMarks, identity, ownership } from './marks.ts';

export const segmentTable = tableWith<ContentMarks>()('segment', 'Segment', {
  id: integer().key().serial().marked(identity),
  name: text(255).marked(content),
  description: longText()
    .nullable()
    .marked({ ...content, served: false }),
  project: text(100)
    .called('project_id')
    .nullable()
    .marked({ ...content, served: false }),
  constraints: json<Constraint[]>().marked(content),
  managedBy: text(100).optional().marked(ownership),
  createdBy: text(255).nullable().marked(bookkeeping),
  createdAt: instant().marked(bookkeeping),
});

export const exportedSegment = projectionOf(segmentTable, 'exported');

/** A list of ids by the hash of its content. */
export const segmentListTable = table('segment_list', 'SegmentList', {
  hash: fixedText(64).key(),
  size: integer(),
  /** The last upload, or the last time that a segment began or ceased to use it. */
  usedAt: instant(),
});

/** Some ids of a list, each with a line feed. Numbers begin with 0. */
export const segmentListChunkTable = table('segment_list_chunk', 'SegmentListChunk', {
  hash: fixedText(64).key(),
  number: integer().called('chunk').key(),
  ids: unboundedText(),
  createdAt: instant(),
});

/** A change request that is not closed. */
export const openProposalTable = table('open_proposal', 'OpenProposal', {
  id: integer().key(),
  project: text(100).called('project_id'),
  environment: text(100),
  userId: integer().nullable(),
  draft: boolean(),
  /** Hash of the plan that proposed it, until somebody edits it. */
  planHash: fixedText(64).nullable(),
});

/** A segment in a strategy that a change request proposes. */
export const proposedUseTable = table('proposed_use', 'ProposedUse', {
  changeId: integer().key(),
  segmentId: integer().key(),
  proposalId: integer(),
  featureName: text(100),
  strategyName: text(255),
  strategyId: text(100).nullable(),
});
