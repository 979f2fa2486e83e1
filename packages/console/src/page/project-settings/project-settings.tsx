import { execute } from '../../parts/layer/attempt.ts';
import { showRefusal } from '../../parts/layer/toast.tsx';
import { lazyPage } from '../../parts/lazy-page.ts';
import { PageHead } from '../../parts/panel/page-head.tsx';
import { useLack } from '../../server/session.ts';
import { projectFields } from '../projects/project-fields.ts';
import { Members } from './members.tsx';
import { ProjectEnvironments } from './project-environments.tsx';
import { useLocation } from 'preact-iso/router';
import { confirm } from '../../parts/form/confirm.tsx';
import { ActionButton } from '../../parts/list/data-table.tsx';
import * as panelStyles from '../../parts/panel/panel.module.css';
import { useSignal } from '@preact/signals';
import { counted } from '../../base/format.ts';
import { ValueForm } from '../../parts/form/value-form.tsx';
import { Button } from '../../parts/mark/button.tsx';
import { Answer, Panel } from '../../parts/panel/panel.tsx';
import { useAnswer, type AnswerOf, ask, type Rules } from '../../server/ask.ts';
import { projectRuleEntries, rulesIn, projectRuleValues } from './rule-form.ts';

type Project = AnswerOf<'GET /api/admin/projects/{projectId}/overview'>;

const ProjectAgents = lazyPage(() => import('./project-agents.tsx').then((page) => page.ProjectAgents));

/** Members, environments, agents and defaults of a project. */
export function ProjectSettings({ project }: { readonly project: string }) {
  const overview = useAnswer('GET /api/admin/projects/{projectId}/overview', { path: { projectId: project } });
  const lack = useLack()('UPDATE_PROJECT', { project });
  return (
    <Answer of={overview}>
      {(found) => (
        <>
          <PageHead title={`${found.name} settings`} about={lack ?? 'Members, environments and defaults for new features.'} />
          <Members project={project} refused={lack} />
          <ProjectEnvironments project={project} refused={lack} />
          <ProjectAgents project={project} refused={lack} />
          {lack === undefined && <General key={project} id={project} project={found} />}
          {lack === undefined && <ProjectRules key={project} project={project} />}
          <DeleteProject id={project} name={found.name} />
        </>
      )}
    </Answer>
  );
}

function General({ id, project }: { readonly id: string; readonly project: Project }) {
  const path = { projectId: id };
  const { name, description, mode, defaultStickiness, featureLimit, featureNaming } = project;
  return (
    <Panel title="General">
      <ValueForm
        submitTitle="Save project"
        initial={{
          name,
          description: description ?? '',
          mode,
          defaultStickiness,
          featureLimit: featureLimit === null ? '' : String(featureLimit),
          pattern: featureNaming.pattern ?? '',
          example: featureNaming.example ?? '',
        }}
        entries={{
          name: projectFields.name,
          description: projectFields.description,
          mode: projectFields.mode,
          defaultStickiness: projectFields.defaultStickiness,
          featureLimit: {
            kind: 'number',
            label: 'Feature limit',
            hint: 'Maximum number of active features. Leave empty for no limit.',
          },
          pattern: projectFields.pattern,
          example: projectFields.example,
        }}
        submit={({ pattern, example, featureLimit: limit, ...values }) =>
          execute(async () => {
            await ask('PUT /api/admin/projects/{projectId}', {
              path,
              body: { ...values, featureLimit: limit === '' ? null : Number(limit) },
            });
            const naming = { pattern: pattern || null, example: example || null, description: featureNaming.description };
            await ask('PUT /api/admin/projects/{projectId}/settings', { path, body: { featureNaming: naming } });
          }, `Saved ${values.name}.`)
        }
      />
    </Panel>
  );
}

const deleteAbout =
  'This also deletes its archived features, segments and test users. You can’t delete a project that has active features.';

/** Deletes a project. The server rejects it while the project has active features. */
function DeleteProject({ id, name }: { readonly id: string; readonly name: string }) {
  const { route } = useLocation();
  const refused = useLack()('DELETE_PROJECT', { project: id });
  const act = () =>
    confirm({
      title: `Delete ${name}?`,
      about: deleteAbout,
      submitTitle: 'Delete project',
      named: id,
      act: async () => {
        await execute(() => ask('DELETE /api/admin/projects/{projectId}', { path: { projectId: id } }), `Deleted ${name}.`);
        route('/projects');
      },
    });
  return (
    <Panel title="Delete project" end={<ActionButton action={{ title: 'Delete project', act, refused }} of={name} />}>
      <p class="dim">{deleteAbout}</p>
    </Panel>
  );
}

type Naming = AnswerOf<'GET /api/admin/projects/{projectId}/rules'>['naming'];

/** The rules of a project for changes to its features. */
function ProjectRules({ project }: { readonly project: string }) {
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
              submit={(values) => ask('PUT /api/admin/projects/{projectId}/rules', { path, body: rulesIn(values, rules) })}
              done={'Saved the rules.'}
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
