import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { featureHref } from '../../frame/address.ts';
import { Dialog } from '../../parts/layer/dialog.tsx';
import { Field } from '../../parts/form/field.tsx';
import { Form } from '../../parts/form/form.tsx';
import { SelectField } from '../../parts/form/select-field.tsx';
import { showToast } from '../../parts/layer/toast.tsx';
import { askAgain, useAnswer, ask } from '../../server/ask.ts';
import { messageFor, type Refused, catchRefusal } from '../../server/refusal.ts';
import { useProtected } from '../../server/protection.ts';
import { useLack } from '../../server/session.ts';
import { beginning, firstOf } from './beginning.ts';
import { validName } from './valid-name.ts';
import { turn } from './turn/turn.ts';

/** A form that creates a feature and opens its page. */
export function NewFeature({ project, isOpen, close }: { readonly project: string; readonly isOpen: boolean; readonly close: () => void }) {
  return (
    <Dialog title="New feature" isOpen={isOpen} close={close}>
      <NewFeatureForm project={project} done={close} />
    </Dialog>
  );
}

function NewFeatureForm({ project, done }: { readonly project: string; readonly done: () => void }) {
  const { route } = useLocation();
  const { data } = useAnswer('GET /api/admin/feature-types', {});
  const path = { projectId: project };
  const { data: environments } = useAnswer('GET /api/admin/environments/project/{projectId}', { path });
  const { data: overview } = useAnswer('GET /api/admin/projects/{projectId}/overview', { path });
  const example = overview?.featureNaming.example;
  const name = useSignal('');
  const valid = validName(name.value);
  const type = useSignal('release');
  const description = useSignal('');
  const refused = useSignal<Refused | null>(null);
  const first = useFirst(project, environments?.environments ?? []);
  async function create(isOnIn?: string) {
    let begun = '';
    refused.value = await catchRefusal(async () => {
      const body = { name: valid, type: type.value, description: description.value };
      await ask('POST /api/admin/projects/{projectId}/features', { path, body });
      // The form may be sent before the environments are there. Without one, the page would begin in production.
      begun = beginning((environments ?? (await ask('GET /api/admin/environments/project/{projectId}', { path }))).environments);
    });
    if (refused.value) return;
    done();
    showToast(`Created ${valid}.`);
    route(`${featureHref(project, valid)}${begun}`);
    await (isOnIn === undefined ? askAgain() : turn({ project, feature: valid, environment: isOnIn }, true));
  }
  const ofName = messageFor(refused.value, 'name');
  return (
    <Form
      title="Create feature"
      refused={ofName ? null : (refused.value?.message ?? null)}
      submit={() => create()}
      other={first === undefined ? undefined : { title: `Create and turn on in ${first}`, submit: () => create(first) }}
    >
      <Field
        label="Name"
        hint={valid === name.value ? hintFor(example) : `It will be ${valid}.`}
        value={name.value}
        refused={ofName}
        change={(value) => (name.value = value)}
        isFirst
        isRequired
      />
      <SelectField
        label="Type"
        value={type.value}
        choices={(data?.types ?? []).map(({ id, name: called }) => ({ value: id, title: called }))}
        change={(value) => (type.value = value)}
      />
      <Field label="Description" value={description.value} change={(value) => (description.value = value)} />
    </Form>
  );
}

const hintFor = (example: string | null | undefined): string =>
  example
    ? `Names in this project look like ${example}. You can’t change it later.`
    : 'The name your code uses. You can’t change it later.';

/** The environment in which the user may turn the new feature on at once, if any. */
function useFirst(project: string, environments: Parameters<typeof firstOf>[0]): string | undefined {
  const lack = useLack();
  const asking = useProtected(project);
  const environment = firstOf(environments)?.name;
  if (environment === undefined || asking === undefined || asking.has(environment)) return undefined;
  return lack('UPDATE_FEATURE_ENVIRONMENT', { project, environment }) === undefined ? environment : undefined;
}
