import { AsCurl } from '../../parts/layer/as-curl.tsx';
import { attempt } from '../../parts/layer/attempt.ts';
import { useAnswer, askAgain, type Finding, type ImportData, type ImportEnvelope, ask } from '../../server/ask.ts';
import { callOf, send } from '../../server/call.ts';
import { saveFile } from '../../parts/save-file.ts';
import { TransferHead } from './transfer-head.tsx';
import * as formStyles from '../../parts/mark/form.module.css';
import { Panel, Failed } from '../../parts/panel/panel.tsx';
import * as panelStyles from '../../parts/panel/panel.module.css';
import { useSignal } from '@preact/signals';
import { SelectField } from '../../parts/form/select-field.tsx';
import { showToast } from '../../parts/layer/toast.tsx';
import { useProtected } from '../../server/protection.ts';
import { useSending } from '../../server/use-sending.ts';
import { readImport } from './import-text.ts';
import { Button, ButtonLink } from '../../parts/mark/button.tsx';
import { counted } from '../../base/format.ts';
import { segmentHref } from '../../frame/address.ts';
import { DifferenceGroup } from './difference-table.tsx';
import { useListEnvironments } from '../features/use-list-environments.ts';
import { effectTitles, firstNames } from './promotion.ts';
import { AreaField } from '../../parts/form/entry-field.tsx';
import { Labelled } from '../../parts/form/labelled.tsx';
import * as noteStyles from '../../parts/mark/note.module.css';
import * as styles from './transfer.module.css';
import { Alert } from '../../parts/mark/note.tsx';

/** Exports and imports features of an environment. */
export function Transfer({ project }: { readonly project: string }) {
  const environments = useListEnvironments(project) ?? [];
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
  const { isBusy, send: sendOnce } = useSending();
  const environment = chosen.value ?? environments.at(-1) ?? '';
  const call = callOf('POST /api/admin/features-batch/export', { body: { project, environment } });
  const exportFeatures = async () => saveFile(`${project}-${environment}.json`, `${JSON.stringify(await send(call), null, 2)}\n`);
  const save = () => environment !== '' && void sendOnce(() => attempt(exportFeatures, `Exported the features of ${environment}.`));
  return (
    <Panel title="Export" end={<AsCurl calls={[{ title: 'Export to file', call }]} />}>
      <div class={`${panelStyles.body} ${formStyles.inPanel}`}>
        <p class={`${panelStyles.about} dim`}>
          All active features of the project with their configuration in one environment. The file refers to segments by name.
        </p>
        <SelectField label="Environment" value={environment} choices={environments} change={(name) => (chosen.value = name)} />
        <Button look="main" aria-busy={isBusy.value} press={save} text="Export to file" />
      </div>
    </Panel>
  );
}

const textRows = 8;
const shownDifferences = 100;

/** Imports an export after the server has validated it. */
function ImportPanel({ project, environments }: { readonly project: string; readonly environments: readonly string[] }) {
  const chosen = useSignal<string | null>(null);
  const text = useSignal('');
  const environment = chosen.value ?? environments[0] ?? '';
  const read = text.value.trim() === '' ? null : readImport(text.value);
  const problem = read && 'problem' in read ? read.problem : null;
  async function take(files: FileList | null) {
    const file = files?.[0];
    if (file) text.value = await file.text();
  }
  return (
    <Panel title="Import">
      <div class={`${panelStyles.body} ${formStyles.inPanel}`}>
        <p class={`${panelStyles.about} dim`}>
          Creates new features and overwrites existing ones in one environment. If anything fails, nothing is imported.
        </p>
        <SelectField label="Target environment" value={environment} choices={environments} change={(name) => (chosen.value = name)} />
        <Labelled label="File">
          {({ id }) => (
            <input id={id} type="file" accept="application/json,.json" onChange={(event) => void take(event.currentTarget.files)} />
          )}
        </Labelled>
        <AreaField
          entry={{ label: 'Or paste the content' }}
          className="mono"
          rows={textRows}
          value={text.value}
          change={(content) => (text.value = content)}
          refused={problem}
        />
      </div>
      {read && 'data' in read && environment !== '' && (
        <div class={`${panelStyles.body} ${formStyles.form}`}>
          <Checked project={project} environment={environment} data={read.data} done={() => (text.value = '')} />
        </div>
      )}
    </Panel>
  );
}

interface CheckedProps {
  readonly project: string;
  readonly environment: string;
  readonly data: ImportData;
  readonly done: () => void;
}

function Checked({ project, environment, data, done }: CheckedProps) {
  const body: ImportEnvelope = { project, environment, data };
  const report = useAnswer('POST /api/admin/features-batch/validate', { body });
  const isProtected = useProtected(project)?.has(environment) ?? false;
  const { isBusy, refused, send: sendOnce } = useSending();
  const count = data.features.length;
  if (report.error) return <Failed refusal={report.error} again={() => void report.refetch()} />;
  if (!report.data) return <p role="status">Checking…</p>;
  const { errors, warnings, permissions, unknownSegments, differences } = report.data;
  const isStopped = errors.length + permissions.length > 0;
  async function send() {
    if (isStopped) return;
    await sendOnce(async () => {
      await ask('POST /api/admin/features-batch/import', { body });
      showToast(
        isProtected
          ? `Imported ${counted(count, 'feature')}. The changes in ${environment} are in your draft.`
          : `Imported ${counted(count, 'feature')} into ${environment}.`,
      );
      done();
    });
    await askAgain();
  }
  return (
    <>
      <Findings kind="stop" title="Errors" findings={errors} />
      <UnknownSegments project={project} names={unknownSegments} />
      <Findings kind="stop" title="Missing permissions" findings={permissions} />
      <Findings kind="caution" title="Warnings" findings={warnings} />
      {Object.entries(effectTitles).map(([kind, titleFor]) => {
        const all = differences.filter(({ effect }) => effect?.kind === kind);
        const shown = all.slice(0, shownDifferences);
        const contents = new Map(shown.map((difference) => [difference.name, difference]));
        return <DifferenceGroup key={kind} title={titleFor(environment)} to={environment} {...{ project, all, shown, contents }} />;
      })}
      {!isStopped && (
        <p role="status">
          {isBusy.value ? 'Importing' : 'Ready to import'} {counted(count, 'feature')}
        </p>
      )}
      <Alert text={refused.value?.message} />
      <Button
        look="main"
        aria-busy={isBusy.value}
        refused={isStopped ? 'Resolve the problems above first.' : undefined}
        press={() => void send()}
      >
        Import {counted(count, 'feature')} into {environment}
      </Button>
    </>
  );
}

/** Links that open in a window of their own, so that the content stays here. */
const UnknownSegments = ({ project, names }: { readonly project: string; readonly names: readonly string[] }) =>
  names.map((name) => {
    const href = `${segmentHref(project, 'new')}?name=${encodeURIComponent(name)}`;
    return (
      <ButtonLink key={name} look="link" href={href} target="_blank" rel="noreferrer">
        Create segment {name}
      </ButtonLink>
    );
  });

interface FindingsProps {
  readonly kind: 'stop' | 'caution';
  readonly title: string;
  readonly findings: readonly Finding[];
}

const shownItems = 20;

function Findings({ kind, title, findings }: FindingsProps) {
  if (findings.length === 0) return null;
  return (
    <div
      class={`${kind === 'stop' ? noteStyles.stop : noteStyles.caution} ${styles.findings}`}
      role={kind === 'stop' ? 'alert' : undefined}
    >
      <div>
        <h3>{title}</h3>
        <ul>
          {findings.map(({ message, affectedItems }) => (
            <li key={message}>
              {message} {affectedItems.length > 0 && <span class="mono">{firstNames(affectedItems, shownItems)}</span>}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
