import { codeBranchTable } from '../../tables/code.ts';

/** A scanned branch of a repository. */
export class CodeBranch extends codeBranchTable.entity.class {}
codeBranchTable.entity.setClass(CodeBranch);
