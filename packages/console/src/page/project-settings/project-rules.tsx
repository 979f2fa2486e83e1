import { useSignal } from '@preact/signals';
import { counted } from '../../base/counted.ts';
import { ValueForm } from '../../parts/form/value-form.tsx';
import { execute, showRefusal } from '../../parts/layer/attempt.ts';
import { Button } from '../../parts/mark/button.tsx';
import { Answer, Panel } from '../../parts/panel/panel.tsx';
import { useAnswer } from '../../server/answer.ts';
import { type AnswerOf, ask } from '../../server/request.ts';
import { projectRuleEntries, rulesIn, projectRuleValues } from './rule-form.ts';
import type { Rules } from '../../server/operations.ts';
import * as panelStyles from '../../parts/panel/panel.module.css';

type Naming = AnswerOf<'GET /api/admin/projects/{projectId}/rules'>['naming'];

/** The rules of a project for changes to its features. */
export function ProjectRules({ project }: { readonly project: string }) {
  const path = { projectId: project };
  const found = useAnswer('GET /api/admin/projects/{projectId}/rules', { path });
  const { data: used } = useAnswer('GET /api/admin/environments/project/{projectId}', { path });
  const { data: tags } = useAnswer('GET /api/admin/tag-types', {});
  if (!used || !tags) return null;
  const environments = used.environments.filter(({ visible }) => visible).map(({ name }) => name);
  const known = { environments, tagTypes: tags.tagTypes.map(({ name }) => name) };
  return (
    <Panel
      title="Rules"
      about="Changes that break a rule are refused, for everyone: directly, as a proposal, and when a request is applied. The naming pattern is among the general settings."
    >
      <div class={panelStyles.body}>
        <Answer of={found}>
          {({ rules, naming }) => (
            <ValueForm
              submitTitle="Save rules"
              initial={projectRuleValues(rules)}
              entries={projectRuleEntries(known)}
              submit={(values) =>
                execute(() => ask('PUT /api/admin/projects/{projectId}/rules', { path, body: rulesIn(values, rules) }), 'Saved the rules.')
              }
              beside={(values) => <DryRun project={project} rules={rulesIn(values, rules)} naming={naming} />}
            />
          )}
        </Answer>
      </div>
    </Panel>
  );
}

const titles: Readonly<Record<keyof Required<Rules> | 'naming', string>> = {
  stagedFirst: 'elsewhere first',
  maxStep: 'steps of rollouts',
  ownerRequired: 'owner',
  expiryRequired: 'expected lifetime',
  requiredTag: 'tag',
  description: 'description',
  quietHours: 'quiet hours',
  naming: 'naming pattern',
};

/** The recent changes that each rule would have refused. */
function DryRun({ project, rules, naming }: { readonly project: string; readonly rules: Rules; readonly naming: Naming }) {
  const outcome = useSignal<AnswerOf<'POST /api/admin/projects/{projectId}/rules/dry-run'> | null>(null);
  const path = { projectId: project };
  const find = () =>
    void showRefusal(async () => {
      outcome.value = await ask('POST /api/admin/projects/{projectId}/rules/dry-run', { path, body: { rules, naming } });
    });
  return (
    <div>
      <Button press={find} text="Try on recent changes" />
      {outcome.value && (
        <div role="status">
          <p>Of {counted(outcome.value.changes, 'change')}, these rules would have refused:</p>
          <ul>
            {outcome.value.rules.map(({ rule, refused, unknown }) => (
              <li key={rule}>
                {titles[rule as keyof typeof titles]}: {refused}
                {unknown > 0 && `, and ${unknown} unknown`}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
