import { commitPlan } from '../changing/commit-plan.ts';
import { planChange } from '../changing/plan-change.ts';
import { proposeChangeRequest } from '../changing/propose-change-request.ts';
import { cleanupPlan } from '../reading/cleanup-plan.ts';
import { codeReferences } from '../reading/code-references.ts';
import { compareEnvironments } from '../reading/compare-environments.ts';
import { findFlags } from '../reading/find-flags.ts';
import { getFlag } from '../reading/get-flag.ts';
import { history } from '../reading/history.ts';
import { sdkSnippet } from '../reading/sdk-snippet.ts';
import { staleness } from '../reading/staleness.ts';
import { why } from '../reading/why.ts';
import type { Tool } from '../base/tool.ts';

/** All tools, in the order in which agents see them. */
export const tools: readonly Tool[] = [
  findFlags,
  getFlag,
  why,
  compareEnvironments,
  history,
  staleness,
  planChange,
  commitPlan,
  proposeChangeRequest,
  codeReferences,
  cleanupPlan,
  sdkSnippet,
];
