import { pathTo } from '../base/agent-api.ts';
import { offsetOf, pageSize, parameters, tool } from '../base/tool.ts';

interface References {
  readonly repositories: readonly unknown[];
  readonly total: number;
  readonly references: readonly unknown[];
}

export const codeReferences = tool({
  name: 'code_references',
  description:
    'List where code uses a flag, by the last scans: repository, branch, path and line. No references without scans prove nothing.',
  input: { project: parameters.project, flag: parameters.flag, cursor: parameters.cursor },
  async run({ project, flag, ...page }, { api, modesOf }) {
    await modesOf(project);
    const offset = offsetOf(page);
    const { repositories, total, references } = await api.get<References>(
      pathTo`/api/admin/projects/${project}/features/${flag}/code-references`,
      { offset: String(offset), limit: String(pageSize) },
    );
    return { head: { flag, total, repositories }, items: references, offset, hasMore: offset + references.length < total };
  },
});
