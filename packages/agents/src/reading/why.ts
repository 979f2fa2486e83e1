import { Type } from 'typebox';
import { pathTo } from '../base/agent-api.ts';
import { requireVisible } from '../base/agent-modes.ts';
import { parameters, tool } from '../base/tool.ts';

interface Preview {
  readonly environments: readonly { readonly contexts: readonly Readonly<Record<string, unknown>>[] }[];
}

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
        properties: Type.Optional(Type.Object({}, { additionalProperties: { type: 'string' } })),
      },
      { additionalProperties: false },
    ),
  },
  async run({ project, flag, environment, context }, { api, modesOf }) {
    requireVisible(await modesOf(project), [environment]);
    const { environments } = await api.post<Preview>(pathTo`/api/admin/projects/${project}/features/${flag}/preview`, {
      environments: [environment],
      contexts: [{ appName: 'agent', ...context }],
    });
    return { head: { flag, environment, ...environments[0]?.contexts[0] } };
  },
});
