import { useSignal } from '@preact/signals';
import { DataTable } from '../../../parts/list/data-table.tsx';
import { PageHead } from '../../../parts/panel/page-head.tsx';
import { ValueForm } from '../../../parts/form/value-form.tsx';
import { frameTexts } from '../../../frame/texts.ts';
import { askAgain } from '../../../server/answer.ts';
import { Refused } from '../../../server/refusal.ts';
import { Report } from './report.tsx';
import { type StepResult, type Source, type MigrationStep, StepFailure, takeStep } from './steps.ts';
import { migrationTexts } from './texts.ts';
import * as buttonStyles from '../../../parts/mark/button.module.css';
import * as dataTableStyles from '../../../parts/list/data-table.module.css';
import * as noteStyles from '../../../parts/mark/note.module.css';
import * as panelStyles from '../../../parts/panel/panel.module.css';

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
      <PageHead title={frameTexts.settings.sections.migration.title} about={migrationTexts.about} />
      <SourceForm
        submit={async (values) => {
          source.value = values;
          last.value = null;
          await take('plan');
        }}
      />
      <Progress busy={busy.value} lines={lines.value} refused={refused.value} />
      {done && <Plan result={done.result} isBusy={busy.value !== null} take={(step) => void take(step)} />}
      {done?.step === 'import' && (
        <p class={noteStyles.note} role="status">
          {migrationTexts.imported}
        </p>
      )}
      {done && <Report result={done.result} />}
    </>
  );
}

function SourceForm({ submit }: { readonly submit: (values: Source) => Promise<void> }) {
  return (
    <section class={panelStyles.panel} aria-label={frameTexts.settings.sections.migration.title}>
      <div class={panelStyles.body}>
        <ValueForm
          submitTitle={migrationTexts.plan}
          initial={initial}
          entries={{
            url: { kind: 'text', label: migrationTexts.url, hint: migrationTexts.urlHint, autocomplete: 'off', isRequired: true },
            sourceToken: {
              kind: 'secret',
              label: migrationTexts.token,
              hint: migrationTexts.tokenHint,
              autocomplete: 'off',
              isRequired: true,
            },
          }}
          submit={submit}
        />
      </div>
    </section>
  );
}

interface ProgressProps {
  readonly busy: MigrationStep | null;
  readonly lines: readonly string[];
  readonly refused: string | null;
}

/** The running step with its last lines, or the reason why it failed. */
function Progress({ busy, lines, refused }: ProgressProps) {
  if (busy === null && refused === null) return null;
  return (
    <section class={panelStyles.panel} aria-label={migrationTexts.progress}>
      <div class={panelStyles.body} role="log">
        {busy && <p>{migrationTexts.busy[busy]}</p>}
        {lines.map((line) => (
          <p key={line} class="dim">
            {line}
          </p>
        ))}
      </div>
      {refused && (
        <p class={noteStyles.stop} role="alert">
          {refused}
        </p>
      )}
    </section>
  );
}

interface PlanProps {
  readonly result: StepResult;
  readonly isBusy: boolean;
  readonly take: (step: MigrationStep) => void;
}

function Plan({ result: { plan }, isBusy, take }: PlanProps) {
  const rows = Object.entries(plan.counts).map(([kind, counts]) => ({ kind, ...counts }));
  return (
    <>
      <section class={panelStyles.panel} aria-label={migrationTexts.planTitle}>
        <header>
          <h2>{migrationTexts.planTitle}</h2>
          <span class={panelStyles.end}>
            <button type="button" class={buttonStyles.small} aria-disabled={isBusy} onClick={() => take('verify')}>
              {migrationTexts.verify}
            </button>
            <button type="button" class={buttonStyles.main} aria-disabled={isBusy} onClick={() => take('import')}>
              {migrationTexts.import}
            </button>
          </span>
        </header>
        <DataTable
          label={migrationTexts.planTitle}
          rows={rows}
          nameOf={({ kind }) => kind}
          columns={[
            { title: migrationTexts.kind, cell: ({ kind }) => <b>{kind}</b> },
            { title: migrationTexts.exact, cell: ({ exact }) => String(exact) },
            { title: migrationTexts.adapted, cell: ({ adapted }) => String(adapted) },
            { title: migrationTexts.skipped, cell: ({ skipped }) => String(skipped) },
          ]}
        />
        <p class={`${panelStyles.body} dim`}>{migrationTexts.secrets}</p>
      </section>
      {plan.findings.length > 0 && <Findings of={plan.findings} />}
    </>
  );
}

function Findings({ of }: { readonly of: StepResult['plan']['findings'] }) {
  const more = of.length - shownFindings;
  return (
    <section class={panelStyles.panel} aria-label={migrationTexts.findings}>
      <header>
        <h2>{migrationTexts.findings}</h2>
      </header>
      <DataTable
        label={migrationTexts.findings}
        rows={of.slice(0, shownFindings)}
        nameOf={({ name }) => name}
        columns={[
          {
            title: migrationTexts.name,
            cell: ({ kind, name }) => (
              <span class={dataTableStyles.who}>
                <b>{name}</b>
                <small>{kind}</small>
              </span>
            ),
          },
          { title: migrationTexts.outcome, cell: ({ outcome }) => migrationTexts[outcome] },
          { title: migrationTexts.reason, cell: ({ reason }) => reason },
        ]}
      />
      {more > 0 && <p class={`${panelStyles.body} dim`}>{migrationTexts.more(more)}</p>}
    </section>
  );
}
