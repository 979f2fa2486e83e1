import { Type } from 'typebox';
import { requireVisible } from '../base/agent-modes.ts';
import { describeAction } from '../base/plan-action.ts';
import { type FeatureDocument, readDocuments } from '../base/read-documents.ts';
import { offsetOf, parameters, tool } from '../base/tool.ts';
import { mergePatch } from './merge-patch.ts';

const maxFlags = 50;

export const planChange = tool({
  name: 'plan_change',
  description:
    'Plan changes of flags, or new flags, without changing anything. Returns difference, reach, where each change goes, and the hash for commit_plan or propose_change_request.',
  input: {
    project: parameters.project,
    changes: Type.Array(
      Type.Object(
        {
          flag: parameters.flag,
          patch: Type.Object(
            {},
            {
              additionalProperties: true,
              description:
                'JSON merge patch of what get_flag returns, such as {"description":"…","environments":{"development":{"enabled":true,"strategies":[{"name":"flexibleRollout","parameters":{"rollout":"25"}}]}}}. Lists are replaced, null removes.',
            },
          ),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: maxFlags },
    ),
    cursor: parameters.cursor,
  },
  async run({ project, changes, ...page }, { api, modesOf, plans }) {
    const modes = await modesOf(project);
    const flags = changes.map(({ flag }) => flag);
    const current = await readDocuments(api, { project, flags, modes });
    const patches = Map.groupBy(changes, ({ flag }) => flag);
    const documents = [...patches].map(([flag, own]) => {
      const document = current.get(flag) ?? newDocument(project, flag);
      const spec = own.reduce<unknown>((patched, { patch }) => mergePatch(patched, patch), document.spec) as FeatureDocument['spec'];
      requireVisible(modes, Object.keys(spec.environments ?? {}));
      return { ...document, spec };
    });
    const { hash, summary, actions } = await api('POST /api/admin/projects/{projectId}/plan', {
      path: { projectId: project },
      body: { set: null, documents },
    });
    await plans.store(project, hash, documents);
    const offset = offsetOf(page);
    return { head: { hash, summary }, items: actions.slice(offset).map(describeAction), offset };
  },
});

const newDocument = (project: string, name: string): FeatureDocument => ({
  apiVersion: 'signalbox.dev/v1',
  kind: 'Feature',
  metadata: { name, project },
  spec: {},
});
