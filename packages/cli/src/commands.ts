import { verifyAudit } from './audit/verify-audit.ts';
import { patchCleanup } from './cleanup/patch-cleanup.ts';
import { planCleanup } from './cleanup/plan-cleanup.ts';
import { diffReferences } from './code/diff-references.ts';
import { scanReferences } from './code/scan-references.ts';
import { applyChangeRequest, approveChangeRequest, rejectChangeRequest, scheduleChangeRequest } from './change-request/change-state.ts';
import { mcp } from './agent/mcp.ts';
import { listChangeRequests, showChangeRequest } from './change-request/list-change-requests.ts';
import { listContextFields } from './context-field/list-context-fields.ts';
import { listEnvironments } from './environment/list-environments.ts';
import { searchEvents } from './event/search-events.ts';
import { tailEvents } from './event/tail-events.ts';
import { archiveFlag, reviveFlag } from './flag/archive-flag.ts';
import { createFlag } from './flag/create-flag.ts';
import { evaluateFlag } from './flag/evaluate-flag.ts';
import { explainFlag } from './flag/explain-flag.ts';
import { getFlag } from './flag/get-flag.ts';
import { listFlags } from './flag/list-flags.ts';
import { showHistory } from './flag/show-history.ts';
import { disableFlag, enableFlag } from './flag/switch-flag.ts';
import { updateFlag } from './flag/update-flag.ts';
import { generateTypescript } from './generate/generate-typescript.ts';
import { logIn } from './login/log-in.ts';
import { logOut } from './login/log-out.ts';
import { whoAmI } from './login/who-am-i.ts';
import { applyCommand } from './plan/apply-files.ts';
import { exportDocuments } from './plan/export-documents.ts';
import { diffCommand, planCommand } from './plan/plan-files.ts';
import { promote } from './plan/promote.ts';
import { getProject, listProjects } from './project/list-projects.ts';
import { getSegment, listSegments } from './segment/list-segments.ts';
import { uploadList } from './segment/upload-list.ts';
import { callApi } from './setup/call-api.ts';
import { doctor } from './setup/doctor.ts';
import { init } from './setup/init.ts';
import { migrateInstance } from './setup/migrate.ts';
import { printCompletion } from './setup/print-completion.ts';
import { showConfig } from './setup/show-config.ts';
import { waitLive } from './setup/wait-live.ts';
import { addStrategy, deleteStrategy, listStrategies } from './strategy/strategies.ts';
import { addTag, listTags, removeTag } from './tag/tags.ts';
import { createToken } from './token/create-token.ts';
import { listTokens } from './token/list-tokens.ts';
import { rotateToken } from './token/rotate-token.ts';
import { undo } from './undo/undo.ts';
import type { Table } from './command/command.ts';

/** All commands, in the order of help, pages and the test of their examples. */
export const commands: Table['commands'] = [
  logIn,
  whoAmI,
  init,
  showConfig,
  doctor,
  createFlag,
  listFlags,
  getFlag,
  updateFlag,
  enableFlag,
  disableFlag,
  evaluateFlag,
  explainFlag,
  showHistory,
  addStrategy,
  listStrategies,
  deleteStrategy,
  addTag,
  listTags,
  removeTag,
  archiveFlag,
  reviveFlag,
  listContextFields,
  listSegments,
  getSegment,
  uploadList,
  listProjects,
  getProject,
  listEnvironments,
  createToken,
  listTokens,
  rotateToken,
  exportDocuments,
  planCommand,
  diffCommand,
  applyCommand,
  promote,
  undo,
  listChangeRequests,
  showChangeRequest,
  approveChangeRequest,
  scheduleChangeRequest,
  applyChangeRequest,
  rejectChangeRequest,
  searchEvents,
  tailEvents,
  verifyAudit,
  waitLive,
  scanReferences,
  diffReferences,
  planCleanup,
  patchCleanup,
  generateTypescript,
  migrateInstance,
  callApi,
  mcp,
  printCompletion,
  logOut,
];

/** Nouns of two-word commands. */
export const nouns: Table['nouns'] = {
  flag: { summary: 'Feature flags', alias: 'feature' },
  strategy: { summary: 'Strategies of feature flags' },
  tag: { summary: 'Tags of feature flags' },
  'context-field': { summary: 'Context fields' },
  segment: { summary: 'Segments' },
  project: { summary: 'Projects' },
  environment: { summary: 'Environments' },
  token: { summary: 'API tokens of applications' },
  'change-request': { summary: 'Change requests' },
  events: { summary: 'The event log' },
  'code-refs': { summary: 'Feature flags in code' },
  cleanup: { summary: 'Removal of feature flags from code' },
  generate: { summary: 'Code for applications' },
  audit: { summary: 'The integrity of the event log' },
};
