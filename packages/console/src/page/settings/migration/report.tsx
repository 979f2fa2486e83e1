import { DataTable } from '../../../parts/list/data-table.tsx';
import { saveFile } from '../../../parts/save-file.ts';
import type { StepResult } from './steps.ts';
import { migrationTexts } from './texts.ts';
import * as buttonStyles from '../../../parts/mark/button.module.css';
import * as dataTableStyles from '../../../parts/list/data-table.module.css';
import * as panelStyles from '../../../parts/panel/panel.module.css';

const shownDifferences = 100;

function verdictOf(tokens: number, differences: number): string {
  if (tokens === 0) return migrationTexts.nothing;
  return differences === 0 ? migrationTexts.equal : migrationTexts.different(differences);
}

/** The result of a comparison, with the signed report as files. */
export function Report({ result: { verification, signed } }: { readonly result: StepResult }) {
  if (!verification || !signed) return null;
  const { tokens, features, contexts, differences, notCompared } = verification;
  const { text, jws, reason } = signed;
  const more = differences.length - shownDifferences;
  return (
    <section class={panelStyles.panel} aria-label={migrationTexts.report}>
      <header>
        <h2>{migrationTexts.report}</h2>
        <span class={panelStyles.end}>
          {jws !== null && (
            <button type="button" class={buttonStyles.small} onClick={() => saveFile('migration-report.jws', `${jws}\n`)}>
              {migrationTexts.downloadSignature}
            </button>
          )}
          <button type="button" class={buttonStyles.small} onClick={() => saveFile('migration-report.json', text)}>
            {migrationTexts.download}
          </button>
        </span>
      </header>
      <div class={panelStyles.body} role="status">
        <p>
          <b>{verdictOf(tokens, differences.length)}</b>
        </p>
        <p class="dim">{migrationTexts.compared(tokens, features, contexts)}</p>
        {notCompared.map((sentence) => (
          <p key={sentence} class="dim">
            {migrationTexts.notCompared(sentence)}
          </p>
        ))}
        {reason !== null && <p class="dim">{migrationTexts.unsigned(reason)}</p>}
      </div>
      {differences.length > 0 && (
        <DataTable
          label={migrationTexts.differences}
          rows={differences.slice(0, shownDifferences)}
          nameOf={({ feature, token }) => `${feature} ${token}`}
          columns={[
            {
              title: migrationTexts.feature,
              cell: ({ feature, token }) => (
                <span class={dataTableStyles.who}>
                  <b>{feature}</b>
                  <small>{token}</small>
                </span>
              ),
            },
            { title: migrationTexts.source, cell: ({ source }) => <span class="mono">{source}</span> },
            { title: migrationTexts.target, cell: ({ target }) => <span class="mono">{target}</span> },
          ]}
        />
      )}
      {more > 0 && <p class={`${panelStyles.body} dim`}>{migrationTexts.more(more)}</p>}
    </section>
  );
}
