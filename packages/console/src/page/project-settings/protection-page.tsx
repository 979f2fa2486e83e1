import { NotFound } from '../../frame/not-found.tsx';
import { PageHead } from '../../parts/panel/page-head.tsx';
import { Answer, Panel } from '../../parts/panel/panel.tsx';
import { choicesOf } from '../../parts/account/role-choices.ts';
import { ValueForm } from '../../parts/form/value-form.tsx';
import { useAnswer } from '../../server/answer.ts';
import { useLack } from '../../server/session.ts';
import { Freezes } from './freezes.tsx';
import { type Configuration, saveRules } from './protection.ts';
import { ruleEntries, rulesOf, ruleValues } from './protection-form.ts';
import { ButtonLink } from '../../parts/mark/button.tsx';
import * as panelStyles from '../../parts/panel/panel.module.css';

/** The rules for changes in an environment of a project: approvals, reviewers and freezes. */
export function ProtectionPage({ project, environment }: { readonly project: string; readonly environment: string }) {
  const found = useAnswer('GET /api/admin/projects/{projectId}/change-requests/config', { path: { projectId: project } });
  const lack = useLack()('UPDATE_PROJECT', { project });
  return (
    <Answer of={found}>
      {(configurations) => {
        const configuration = configurations.find((each) => each.environment === environment);
        if (!configuration) return <NotFound />;
        return (
          <>
            <PageHead
              title={`Protection of ${environment}`}
              about={
                lack ??
                'Who has to approve changes, and when nothing may change. Weaker rules are proposed as a change request, unless you may skip change requests.'
              }
            />
            {lack === undefined && <Rules key={environment} project={project} configuration={configuration} />}
            <Freezes project={project} configuration={configuration} refused={lack} />
          </>
        );
      }}
    </Answer>
  );
}

function Rules({ project, configuration }: { readonly project: string; readonly configuration: Configuration }) {
  const { data: access } = useAnswer('GET /api/admin/projects/{projectId}/access', { path: { projectId: project } });
  const { data: candidates } = useAnswer('GET /api/admin/user-admin/access', {});
  if (!access || !candidates) return null;
  const known = {
    roles: choicesOf(access.roles),
    groups: candidates.groups.map(({ id, name }) => ({ value: String(id), title: name })),
  };
  const { environment } = configuration;
  return (
    <Panel title="Rules" end={<ButtonLink look="link" href="/docs/reference/protection" text="How each operation is guarded" />}>
      <div class={panelStyles.body}>
        <ValueForm
          submitTitle="Save protection"
          initial={ruleValues(configuration)}
          entries={ruleEntries(known)}
          submit={(values) => saveRules({ project, environment }, rulesOf(values), `Saved ${environment}.`)}
        />
      </div>
    </Panel>
  );
}
