import { Type } from 'typebox';
import { requireVisible } from '../base/agent-modes.ts';
import { parameters, tool } from '../base/tool.ts';

const text = Type.Optional(Type.String({ maxLength: 1000 }));

export const why = tool({
  name: 'why',
  description: 'Explain why a flag is on or off for one context.',
  input: {
    project: parameters.project,
    flag: parameters.flag,
    environment: parameters.environment,
    context: Type.Object(
      {
        userId: text,
        sessionId: text,
        remoteAddress: text,
        appName: text,
        properties: Type.Optional(
          Type.Unsafe<Readonly<Record<string, string>>>({ type: 'object', additionalProperties: { type: 'string' } }),
        ),
      },
      { additionalProperties: false },
    ),
  },
  async run({ project, flag, environment, context }, { api, modesOf }) {
    requireVisible(await modesOf(project), [environment]);
    const { environments } = await api('POST /api/admin/projects/{projectId}/features/{featureName}/preview', {
      path: { projectId: project, featureName: flag },
      body: { environments: [environment], contexts: [{ appName: 'agent', ...context }] },
    });
    return { head: { flag, environment, ...environments[0]?.contexts[0] } };
  },
});
