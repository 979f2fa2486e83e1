import { useLocation } from 'preact-iso/router';
import { execute } from '../../../parts/layer/attempt.ts';
import { ValueForm } from '../../../parts/form/value-form.tsx';
import { useAnswer } from '../../../server/answer.ts';
import type { Addon, Provider } from '../../../server/operations.ts';
import { ask } from '../../../server/request.ts';
import { AddonPreview } from './addon-preview.tsx';
import { entriesOf, inputOf, type Scope, valuesOf } from './addon-form.ts';
import { Panel } from '../../../parts/panel/panel.tsx';
import * as panelStyles from '../../../parts/panel/panel.module.css';

interface WebhookFormProps {
  readonly provider: Provider;
  /** Null for a new one. */
  readonly addon: Addon | null;
  readonly scope?: Scope;
}

/** The receiver, its events and their scope. A new webhook opens its page once it is saved. */
export function WebhookForm({ provider, addon, scope }: WebhookFormProps) {
  const { route } = useLocation();
  const { data: projects } = useAnswer('GET /api/admin/projects', {});
  const { data: environments } = useAnswer('GET /api/admin/environments', {});
  const save = async (values: ReturnType<typeof valuesOf>) => {
    const body = inputOf(provider, values);
    const saved = `Saved ${body.description || provider.displayName}.`;
    if (addon) return execute(() => ask('PUT /api/admin/addons/{id}', { path: { id: addon.id }, body }), saved);
    await execute(async () => {
      const { id } = await ask('POST /api/admin/addons', { body });
      route(`/settings/webhooks/${id}`);
    }, saved);
  };
  if (!projects || !environments) return null;
  const known = {
    projects: projects.projects.map(({ id, name }) => ({ value: id, title: name })),
    environments: environments.environments.map(({ name }) => ({ value: name, title: name })),
  };
  return (
    <Panel title={provider.displayName}>
      <div class={panelStyles.body}>
        <ValueForm
          submitTitle={addon ? 'Save webhook' : 'New webhook'}
          initial={valuesOf(provider, addon, scope)}
          entries={entriesOf(provider, addon, known)}
          submit={save}
          beside={(values) => <AddonPreview provider={provider} parameters={inputOf(provider, values).parameters} />}
        />
      </div>
    </Panel>
  );
}
