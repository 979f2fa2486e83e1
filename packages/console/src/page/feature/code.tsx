import { projectHref } from '../../frame/address.ts';
import { Age } from '../../parts/mark/age.tsx';
import { DataTable } from '../../parts/list/data-table.tsx';
import { Answer, Empty } from '../../parts/panel/panel.tsx';
import { useAnswer } from '../../server/answer.ts';
import { pageTexts } from '../texts.ts';
import { featureTexts } from './texts.ts';
import { SdkSnippet } from '../connect/sdk-snippet.tsx';
import type { ReadFeature } from './state/use-feature.ts';
import { lastReports } from './usage-counts.ts';
import * as buttonStyles from '../../parts/mark/button.module.css';
import * as panelStyles from '../../parts/panel/panel.module.css';
import * as badgeStyles from '../../parts/mark/badge.module.css';
import * as styles from './feature.module.css';

const shownHours = 48;

/** Code snippet, applications that evaluate the feature, and its links. */
export function Code({ detail }: ReadFeature) {
  const { project, name, environments } = detail;
  const variants = new Set(environments.flatMap((environment) => (environment.variants ?? []).map((variant) => variant.name)));
  return (
    <>
      <section class={panelStyles.panel} aria-label={featureTexts.code.title}>
        <header>
          <h2>{featureTexts.code.title}</h2>
          <a
            class={`${buttonStyles.small} ${panelStyles.end}`}
            href={`${projectHref(project)}/connect?feature=${encodeURIComponent(name)}`}
          >
            {featureTexts.code.connect}
          </a>
        </header>
        <div class={`${panelStyles.body} ${styles.snippet}`}>
          <SdkSnippet secret={pageTexts.connect.yourToken} feature={name} variants={[...variants]} />
        </div>
      </section>
      <Askers feature={name} />
    </>
  );
}

function Askers({ feature }: { readonly feature: string }) {
  const usage = useAnswer('GET /api/admin/client-metrics/features/{featureName}/raw', {
    path: { featureName: feature },
    query: { hoursBack: String(shownHours) },
  });
  return (
    <section class={panelStyles.panel} aria-label={featureTexts.code.askers}>
      <header>
        <h2>{featureTexts.code.askers}</h2>
      </header>
      <Answer of={usage}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={featureTexts.code.none}>
              <p>{featureTexts.code.noneAbout}</p>
            </Empty>
          ) : (
            <DataTable
              label={featureTexts.code.askers}
              rows={lastReports(data)}
              nameOf={({ appName, environment }) => `${appName} ${environment}`}
              columns={[
                { title: featureTexts.usage.application, cell: ({ appName }) => <span class="mono">{appName}</span> },
                { title: pageTexts.connect.environment, cell: ({ environment }) => <span class={badgeStyles.badge}>{environment}</span> },
                { title: featureTexts.code.last, cell: ({ timestamp }) => <Age at={timestamp} /> },
              ]}
            />
          )
        }
      </Answer>
    </section>
  );
}
