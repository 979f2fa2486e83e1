import { Caution } from '../../parts/mark/caution.tsx';
import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useMemo } from 'preact/hooks';
import { hrefWith } from '../../frame/address.ts';
import { Answer, Empty, PlainPanel } from '../../parts/panel/panel.tsx';
import { describeTarget } from '../proposal/target.ts';
import { SelectField } from '../../parts/form/select-field.tsx';
import { useAnswer, type Promotion } from '../../server/ask.ts';
import { useProtected } from '../../server/protection.ts';
import { DifferenceList } from './difference-list.tsx';
import { TransferHead } from './transfer-head.tsx';
import * as fieldStyles from '../../parts/form/field.module.css';
import * as panelStyles from '../../parts/panel/panel.module.css';
import * as styles from './transfer.module.css';

/** Promotes features from one environment to another after a preview. Both are part of the address, as is a single feature. */
export function Promote({ project }: { readonly project: string }) {
  const { path, query, route } = useLocation();
  const environments = useAnswer('GET /api/admin/environments/project/{projectId}', { path: { projectId: project } });
  const go = (from: string, to: string) => route(hrefWith(path, query, { from, to }), true);
  const feature = query['feature'];
  return (
    <>
      <TransferHead project={project} at="promote" />
      <Answer of={environments}>
        {({ environments: all }) => {
          const names = all.filter(({ visible }) => visible).map(({ name }) => name);
          const to = names.find((name) => name === query['to']) ?? names.at(-1);
          const from = names.find((name) => name === query['from'] && name !== to) ?? names.findLast((name) => name !== to);
          if (from === undefined || to === undefined) return <Empty title="This project needs at least two environments" />;
          return (
            <>
              <section class={`${panelStyles.panel} ${styles.between}`} aria-label="Environments">
                <SelectField label="From" value={from} choices={names.filter((name) => name !== to)} change={(name) => go(name, to)} />
                <SelectField label="To" value={to} choices={names} change={(name) => go(name === from ? to : from, name)} />
                {feature !== undefined && (
                  <p class="dim">
                    Only {feature} and the features that it depends on. <a href={path}>All features</a>
                  </p>
                )}
              </section>
              <Differences key={`${from} ${to}`} {...{ project, from, to, feature }} />
            </>
          );
        }}
      </Answer>
    </>
  );
}

interface DifferencesProps {
  readonly project: string;
  readonly from: string;
  readonly to: string;
  readonly feature: string | undefined;
}

/** The differences of the project or of one feature with its parents, of which the user selects a part. */
function Differences({ project, from, to, feature }: DifferencesProps) {
  const withSwitch = useSignal(true);
  const promotion = useMemo(
    (): Promotion => ({
      from: { environment: from },
      to: { environment: to },
      ...(feature !== undefined && { select: { features: [feature] } }),
      enabled: withSwitch.value ? 'copy' : 'keep',
      propose: true,
    }),
    [from, to, feature, withSwitch.value],
  );
  const found = useAnswer(
    'POST /api/admin/projects/{projectId}/promotions/differences',
    { path: { projectId: project }, body: promotion },
    { keepsLast: true },
  );
  const isProtected = useProtected(project)?.has(to) ?? false;
  return (
    <PlainPanel label="Differences">
      {isProtected && <Caution icon="lock">{describeTarget({ project, environment: to })}</Caution>}
      <div class={`${panelStyles.body} ${styles.option}`}>
        <label class={fieldStyles.check}>
          <input type="checkbox" checked={withSwitch.value} onChange={() => (withSwitch.value = !withSwitch.value)} />
          Also turn features on or off as in {from}
        </label>
      </div>
      <Answer of={found}>
        {({ differences }) =>
          differences.length === 0 ? (
            <Empty title={`No differences: ${to} matches ${from}`} />
          ) : (
            <DifferenceList {...{ project, promotion, isProtected, differences }} />
          )
        }
      </Answer>
    </PlainPanel>
  );
}
