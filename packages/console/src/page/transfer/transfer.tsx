import { useSignal } from '@preact/signals';
import { AsCurl } from '../../parts/layer/as-curl.tsx';
import { attempt } from '../../parts/layer/attempt.ts';
import { SelectField } from '../../parts/form/select-field.tsx';
import { useAnswer } from '../../server/answer.ts';
import { callOf, send } from '../../server/call.ts';
import { ImportPanel } from './import-panel.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { TransferHead } from './transfer-head.tsx';
import { Button } from '../../parts/mark/button.tsx';
import * as formStyles from '../../parts/mark/form.module.css';
import { Panel } from '../../parts/panel/panel.tsx';
import * as panelStyles from '../../parts/panel/panel.module.css';

/** Exports and imports features of an environment. */
export function Transfer({ project }: { readonly project: string }) {
  const { data } = useAnswer('GET /api/admin/environments/project/{projectId}', { path: { projectId: project } });
  const environments = (data?.environments ?? []).filter(({ visible }) => visible).map(({ name }) => name);
  return (
    <>
      <TransferHead project={project} at="transfer" />
      <ExportPanel project={project} environments={environments} />
      <ImportPanel project={project} environments={environments} />
    </>
  );
}

function ExportPanel({ project, environments }: { readonly project: string; readonly environments: readonly string[] }) {
  const chosen = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  const environment = chosen.value ?? environments.at(-1) ?? '';
  const call = callOf('POST /api/admin/features-batch/export', { body: { project, environment } });
  async function save() {
    if (isBusy.value || environment === '') return;
    isBusy.value = true;
    await attempt(async () => {
      const data = await send(call);
      saveFile(`${project}-${environment}.json`, `${JSON.stringify(data, null, 2)}\n`);
    }, `Exported the features of ${environment}.`);
    isBusy.value = false;
  }
  return (
    <Panel title="Export" end={<AsCurl calls={[{ title: 'Export to file', call }]} />}>
      <div class={`${panelStyles.body} ${formStyles.inPanel}`}>
        <p class={`${panelStyles.about} dim`}>
          All active features of the project with their configuration in one environment. The file refers to segments by name.
        </p>
        <SelectField
          label="Environment"
          value={environment}
          choices={environments.map((name) => ({ value: name, title: name }))}
          change={(name) => (chosen.value = name)}
        />
        <Button look="main" aria-busy={isBusy.value} press={() => void save()} text="Export to file" />
      </div>
    </Panel>
  );
}
