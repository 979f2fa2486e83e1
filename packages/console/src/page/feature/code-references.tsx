import { counted } from '../../base/format.ts';
import { Age } from '../../parts/mark/age.tsx';
import { DataTable } from '../../parts/list/data-table.tsx';
import { Answer, Empty, Panel } from '../../parts/panel/panel.tsx';
import { useAnswer } from '../../server/ask.ts';
import * as dataTableStyles from '../../parts/list/data-table.module.css';

const maxShown = 100;

/** The places in code that use a feature, by repository, with links. */
export function CodeReferences({ project, feature }: { readonly project: string; readonly feature: string }) {
  const references = useAnswer('GET /api/admin/projects/{projectId}/features/{featureName}/code-references', {
    path: { projectId: project, featureName: feature },
    query: { limit: maxShown },
  });
  return (
    <Panel title="References in code">
      <Answer of={references}>
        {({ repositories, total, references: shown }) =>
          repositories.length === 0 ? (
            <Empty title="No scan has found it in code">
              <p>
                <code>signalbox code-refs scan --upload</code> in your pipeline reports where code uses each feature.
              </p>
            </Empty>
          ) : (
            <>
              <DataTable
                label="References in code"
                rows={repositories}
                nameOf={({ repository }) => repository}
                columns={[
                  { title: 'Repository', cell: ({ repository }) => <span class="mono">{repository}</span> },
                  {
                    title: 'Places',
                    cell: ({ repository }) => (
                      <ul class={dataTableStyles.reasons}>
                        {shown
                          .filter((one) => one.repository === repository)
                          .map(({ branch, path, line, link }) => (
                            <li key={`${branch} ${path} ${line}`}>
                              {link === null ? `${path}:${line}` : <a href={link}>{`${path}:${line}`}</a>} <small>{branch}</small>
                            </li>
                          ))}
                      </ul>
                    ),
                  },
                  { title: 'First seen', cell: ({ firstSeen }) => <Age at={firstSeen} /> },
                  { title: 'Last seen', cell: ({ lastSeen }) => <Age at={lastSeen} /> },
                  { title: 'Gone since', cell: ({ extinctSince }) => extinctSince && <Age at={extinctSince} /> },
                ]}
              />
              {total > shown.length && (
                <footer>
                  <small>The API lists {counted(total - shown.length, 'more reference')}.</small>
                </footer>
              )}
            </>
          )
        }
      </Answer>
    </Panel>
  );
}
