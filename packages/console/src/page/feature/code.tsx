import { hourMs, counted } from '../../base/format.ts';
import { projectHref } from '../../frame/address.ts';
import { Age } from '../../parts/mark/age.tsx';
import { DataTable } from '../../parts/list/data-table.tsx';
import { Answer, Empty, Panel } from '../../parts/panel/panel.tsx';
import { useAnswer } from '../../server/ask.ts';
import { SdkSnippet } from '../connect/sdk-snippet.tsx';
import type { ReadFeature } from './state/use-feature.ts';
import { type Counted, lastReports } from './usage-counts.ts';
import * as panelStyles from '../../parts/panel/panel.module.css';
import * as badgeStyles from '../../parts/mark/badge.module.css';
import * as styles from './feature.module.css';
import { ButtonLink } from '../../parts/mark/button.tsx';
import * as dataTableStyles from '../../parts/list/data-table.module.css';

const shownHours = 48;

/** Code snippet, applications that evaluate the feature, and its links. */
export function Code({ detail }: ReadFeature) {
  const { project, name, environments } = detail;
  const variants = new Set(environments.flatMap((environment) => (environment.variants ?? []).map((variant) => variant.name)));
  return (
    <>
      <Panel
        title="Use it in code"
        end={<ButtonLink href={`${projectHref(project)}/connect?feature=${encodeURIComponent(name)}`} text="Connect an application" />}
      >
        <div class={`${panelStyles.body} ${styles.snippet}`}>
          <SdkSnippet secret="YOUR_TOKEN" feature={name} variants={[...variants]} />
        </div>
      </Panel>
      <CodeReferences project={project} feature={name} />
      <Askers project={project} feature={name} />
    </>
  );
}

/** Counts have the full hour. Within it, the last report is that of the application. */
function Askers({ project, feature }: { readonly project: string; readonly feature: string }) {
  const { data: known } = useAnswer('GET /api/admin/metrics/applications', { query: { project } });
  const lastOf = ({ appName, timestamp }: Pick<Counted, 'appName' | 'timestamp'>): string => {
    const lastSeen = known?.applications.find((application) => application.appName === appName)?.lastSeen ?? timestamp;
    const hour = Date.parse(timestamp);
    return new Date(Math.max(hour, Math.min(hour + hourMs, Date.parse(lastSeen)))).toISOString();
  };
  const usage = useAnswer('GET /api/admin/client-metrics/features/{featureName}/raw', {
    path: { featureName: feature },
    query: { hoursBack: String(shownHours) },
  });
  return (
    <Panel title="Applications that use it">
      <Answer of={usage}>
        {({ data }) => (
          <DataTable
            none={
              <Empty title="No application has evaluated it in the past two days">
                <p>Applications report their evaluations about once a minute.</p>
              </Empty>
            }
            label="Applications that use it"
            rows={lastReports(data)}
            nameOf={({ appName, environment }) => `${appName} ${environment}`}
            columns={[
              { title: 'Application', cell: ({ appName }) => <span class="mono">{appName}</span> },
              { title: 'Environment', cell: ({ environment }) => <span class={badgeStyles.badge}>{environment}</span> },
              { title: 'Last report', cell: (report) => <Age at={lastOf(report)} /> },
            ]}
          />
        )}
      </Answer>
    </Panel>
  );
}

const maxShown = 100;

/** The places in code that use a feature, by repository, with links. */
function CodeReferences({ project, feature }: { readonly project: string; readonly feature: string }) {
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
