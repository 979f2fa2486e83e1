import { offsetOf, pageSize, parameters, tool } from '../base/tool.ts';

export const codeReferences = tool({
  name: 'code_references',
  description:
    'List where code uses a flag, by the last scans: repository, branch, path and line. No references without scans prove nothing.',
  input: { project: parameters.project, flag: parameters.flag, cursor: parameters.cursor },
  async run({ project, flag, ...page }, { api, modesOf }) {
    await modesOf(project);
    const offset = offsetOf(page);
    const { repositories, total, references } = await api('GET /api/admin/projects/{projectId}/features/{featureName}/code-references', {
      path: { projectId: project, featureName: flag },
      query: { offset, limit: pageSize },
    });
    return { head: { flag, total, repositories }, items: references, offset, hasMore: offset + references.length < total };
  },
});
