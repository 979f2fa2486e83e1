import { useSignal } from '@preact/signals';
import { hrefOf } from '../../../frame/address.ts';
import { Form } from '../../../parts/form/form.tsx';
import { openLayer } from '../../../parts/layer/layers.tsx';
import { Answer, Empty } from '../../../parts/panel/panel.tsx';
import { SelectField } from '../../../parts/form/select-field.tsx';
import { proposeTitle } from '../../proposal/target.ts';
import type { ReleaseTemplate } from '../../../server/ask.ts';
import { MilestoneSentences } from '../../release-templates/release-summary.tsx';
import { useTemplates } from '../../release-templates/use-templates.ts';
import { describeSafeguard } from '../../release-templates/safeguard/describe-safeguard.ts';
import { type Target, write } from '../state/write.ts';
import { addPlan } from './plan-writes.ts';
import { ButtonLink } from '../../../parts/mark/button.tsx';

/** Opens the form that adds a release plan from a template. */
export const openAddPlan = (target: Target): void =>
  openLayer({
    title: `Add a release plan in ${target.environment}`,
    draw: (close) => <AddPlan target={target} close={close} />,
  });

function AddPlan({ target, close }: { readonly target: Target; readonly close: () => void }) {
  return (
    <Answer of={useTemplates(target.project)}>
      {(templates) =>
        templates.length === 0 ? <NoTemplates project={target.project} /> : <AddPlanForm {...{ target, templates, close }} />
      }
    </Answer>
  );
}

const NoTemplates = ({ project }: { readonly project: string }) => (
  <Empty title="No release templates yet">
    <p>Create a template first. Plans of all features can use it.</p>
    <ButtonLink look="main" href={hrefOf(project, 'release-templates')} text="Release templates" />
  </Empty>
);

interface AddPlanFormProps {
  readonly target: Target;
  readonly templates: readonly ReleaseTemplate[];
  readonly close: () => void;
}

function AddPlanForm({ target, templates, close }: AddPlanFormProps) {
  const chosen = useSignal(templates[0]?.id ?? '');
  const template = templates.find(({ id }) => id === chosen.value);
  async function submit() {
    if (!template) return;
    await write(target, addPlan(target, template));
    close();
  }
  return (
    <Form title={target.protected ? proposeTitle(target) : 'Add plan'} submit={submit}>
      <p class="dim">A plan is a copy of a template. No milestone starts until you start the first one.</p>
      <SelectField
        label="Template"
        value={chosen.value}
        choices={templates.map(({ id, name }) => ({ value: id, title: name }))}
        change={(id) => (chosen.value = id)}
        {...(template?.description && { hint: template.description })}
      />
      {template && <MilestoneSentences milestones={template.milestones} />}
      {template?.safeguards?.map((safeguard) => (
        <p key={safeguard.impactMetric.metricName}>{describeSafeguard(safeguard)}.</p>
      ))}
    </Form>
  );
}
