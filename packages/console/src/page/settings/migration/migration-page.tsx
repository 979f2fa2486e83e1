import { useSignal } from '@preact/signals';
import { PageHead } from '../../../parts/panel/page-head.tsx';
import { ValueForm } from '../../../parts/form/value-form.tsx';
import { askAgain } from '../../../server/ask.ts';
import { Refused } from '../../../server/refusal.ts';
import { type StepResult, type Source, type MigrationStep, StepFailure, takeStep } from './steps.ts';
import { Alert, StatusNote } from '../../../parts/mark/note.tsx';
import * as panelStyles from '../../../parts/panel/panel.module.css';
import { DataTable } from '../../../parts/list/data-table.tsx';
import { NameCell } from '../../../parts/panel/list-panel.tsx';
import { saveFile } from '../../../parts/save-file.ts';
import { counted } from '../../../base/format.ts';
import { Button } from '../../../parts/mark/button.tsx';
import { Panel, PlainPanel } from '../../../parts/panel/panel.tsx';

const initial = { url: '', sourceToken: '' };
const shownFindings = 100;
const shownLines = 8;

/** Migration from a running Unleash: plan, import, comparison. */
export function MigrationPage() {
  const source = useSignal<Source>(initial);
  const busy = useSignal<MigrationStep | null>(null);
  const lines = useSignal<readonly string[]>([]);
  const last = useSignal<{ readonly step: MigrationStep; readonly result: StepResult } | null>(null);
  const refused = useSignal<string | null>(null);
  async function take(step: MigrationStep) {
    if (busy.value) return;
    busy.value = step;
    lines.value = [];
    refused.value = null;
    try {
      const result = await takeStep(step, source.value, (line) => (lines.value = [...lines.value, line].slice(-shownLines)));
      last.value = { step, result };
    } catch (error) {
      if (!(error instanceof Refused) && !(error instanceof StepFailure)) throw error;
      refused.value = error.message;
    } finally {
      busy.value = null;
    }
    // The form is busy until then, and the other steps change nothing that is shown.
    if (step === 'import') await askAgain();
  }
  const done = last.value;
  return (
    <>
      <PageHead
        title="Migrate from Unleash"
        about="Copy a running Unleash: features, segments, projects, tokens and users. Nothing changes there, and you can repeat every step."
      />
      <SourceForm
        submit={async (values) => {
          source.value = values;
          last.value = null;
          await take('plan');
        }}
      />
      <Progress busy={busy.value} lines={lines.value} refused={refused.value} />
      {done && <Plan result={done.result} isBusy={busy.value !== null} take={(step) => void take(step)} />}
      {done?.step === 'import' && <StatusNote>The import is complete. Compare both instances next.</StatusNote>}
      {done && <Report result={done.result} />}
    </>
  );
}

function SourceForm({ submit }: { readonly submit: (values: Source) => Promise<void> }) {
  return (
    <PlainPanel label="Migrate from Unleash">
      <ValueForm
        submitTitle="Show plan"
        initial={initial}
        entries={{
          url: {
            kind: 'text',
            label: 'Address of Unleash',
            hint: 'Such as https://unleash.example.com. The settings of the server must allow addresses in private networks.',
            autocomplete: 'off',
            isRequired: true,
          },
          sourceToken: {
            kind: 'secret',
            label: 'Admin token of Unleash',
            hint: 'It is not stored.',
            autocomplete: 'off',
            isRequired: true,
          },
        }}
        submit={submit}
      />
    </PlainPanel>
  );
}

interface ProgressProps {
  readonly busy: MigrationStep | null;
  readonly lines: readonly string[];
  readonly refused: string | null;
}

const busyWords = { plan: 'Reading Unleash…', import: 'Importing. Keep this page open.', verify: 'Comparing. Keep this page open.' };

/** The running step with its last lines, or the reason why it failed. */
function Progress({ busy, lines, refused }: ProgressProps) {
  if (busy === null && refused === null) return null;
  return (
    <PlainPanel label="Progress">
      <div class={panelStyles.body} role="log">
        {busy && <p>{busyWords[busy]}</p>}
        {lines.map((line) => (
          <p key={line} class="dim">
            {line}
          </p>
        ))}
      </div>
      <Alert text={refused} />
    </PlainPanel>
  );
}

interface PlanProps {
  readonly result: StepResult;
  readonly isBusy: boolean;
  readonly take: (step: MigrationStep) => void;
}

const outcomes = { exact: 'Exact', adapted: 'Adapted', skipped: 'Skipped' };

function Plan({ result: { plan }, isBusy, take }: PlanProps) {
  const rows = Object.entries(plan.counts).map(([kind, counts]) => ({ kind, ...counts }));
  return (
    <>
      <Panel
        title="Plan"
        end={
          <>
            <Button refused={isBusy ? '' : undefined} press={() => take('verify')} text="Compare both" />
            <Button look="main" refused={isBusy ? '' : undefined} press={() => take('import')} text="Import" />
          </>
        }
      >
        <DataTable
          label="Plan"
          rows={rows}
          nameOf={({ kind }) => kind}
          columns={[
            { title: 'Objects', cell: ({ kind }) => <b>{kind}</b> },
            { title: outcomes.exact, cell: ({ exact }) => String(exact) },
            { title: outcomes.adapted, cell: ({ adapted }) => String(adapted) },
            { title: outcomes.skipped, cell: ({ skipped }) => String(skipped) },
          ]}
        />
        <p class="dim">
          Users without a readable password choose a new one. The command signalbox migrate also reads passwords and events from the
          database.
        </p>
      </Panel>
      {plan.findings.length > 0 && <Findings of={plan.findings} />}
    </>
  );
}

function Findings({ of }: { readonly of: StepResult['plan']['findings'] }) {
  const more = of.length - shownFindings;
  return (
    <Panel title="Adapted and skipped objects">
      <DataTable
        label="Adapted and skipped objects"
        rows={of.slice(0, shownFindings)}
        columns={[
          { title: 'Name', cell: ({ kind, name }) => <NameCell name={name} about={kind} /> },
          { title: 'Import', cell: ({ outcome }) => outcomes[outcome] },
          { title: 'Reason', cell: ({ reason }) => reason },
        ]}
      />
      {more > 0 && <p class="dim">{more} more are in the report.</p>}
    </Panel>
  );
}

const shownDifferences = 100;

function verdictOf(tokens: number, differences: number): string {
  if (tokens === 0) return 'Nothing was compared: Unleash returns the secret of no client or frontend token.';
  return differences === 0 ? 'Both instances serve the same.' : counted(differences, 'difference');
}

/** The result of a comparison, with the signed report as files. */
function Report({ result: { verification, signed } }: { readonly result: StepResult }) {
  if (!verification || !signed) return null;
  const { tokens, features, contexts, differences, notCompared } = verification;
  const { text, jws, reason } = signed;
  const more = differences.length - shownDifferences;
  return (
    <Panel
      title="Report"
      end={
        <>
          {jws !== null && <Button press={() => saveFile('migration-report.jws', `${jws}\n`)} text="Download signature" />}
          <Button press={() => saveFile('migration-report.json', text)} text="Download report" />
        </>
      }
    >
      <div class={panelStyles.body} role="status">
        <p>
          <b>{verdictOf(tokens, differences.length)}</b>
        </p>
        <p class="dim">
          Compared with {tokens} tokens: {features} features and {contexts} contexts.
        </p>
        {notCompared.map((sentence) => (
          <p key={sentence} class="dim">
            Not compared: {sentence}
          </p>
        ))}
        {reason !== null && <p class="dim">The report is not signed: {reason}</p>}
      </div>
      {differences.length > 0 && (
        <DataTable
          label="Differences"
          rows={differences.slice(0, shownDifferences)}
          nameOf={({ feature, token }) => `${feature} ${token}`}
          columns={[
            { title: 'Feature', cell: ({ feature, token }) => <NameCell name={feature} about={token} /> },
            { title: 'Unleash', cell: ({ source }) => <span class="mono">{source}</span> },
            { title: 'Here', cell: ({ target }) => <span class="mono">{target}</span> },
          ]}
        />
      )}
      {more > 0 && <p class="dim">{more} more are in the report.</p>}
    </Panel>
  );
}
