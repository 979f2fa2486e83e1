import { DataTable } from '../../../parts/list/data-table.tsx';
import { saveFile } from '../../../parts/save-file.ts';
import type { StepResult } from './steps.ts';
import { counted } from '../../../base/counted.ts';
import { Button } from '../../../parts/mark/button.tsx';
import { NameCell } from '../../../parts/list/name-cell.tsx';
import { Panel } from '../../../parts/panel/panel.tsx';
import * as panelStyles from '../../../parts/panel/panel.module.css';

const shownDifferences = 100;

function verdictOf(tokens: number, differences: number): string {
  if (tokens === 0) return 'Nothing was compared: Unleash returns the secret of no client or frontend token.';
  return differences === 0 ? 'Both instances serve the same.' : counted(differences, 'difference');
}

/** The result of a comparison, with the signed report as files. */
export function Report({ result: { verification, signed } }: { readonly result: StepResult }) {
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
            {
              title: 'Feature',
              cell: ({ feature, token }) => <NameCell name={feature} about={token} />,
            },
            { title: 'Unleash', cell: ({ source }) => <span class="mono">{source}</span> },
            { title: 'Here', cell: ({ target }) => <span class="mono">{target}</span> },
          ]}
        />
      )}
      {more > 0 && <p class={`${panelStyles.body} dim`}>{more} more are in the report.</p>}
    </Panel>
  );
}
