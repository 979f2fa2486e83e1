import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { pageTexts } from '../texts.ts';
import { transferTexts } from './texts.ts';
import { featureHref, projectHref } from '../../frame/address.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { toggled } from '../../parts/fields.ts';
import { Icon } from '../../parts/icon.tsx';
import { Answer, Empty } from '../../parts/panel.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import type { SegmentNames } from '../../parts/sentence.ts';
import { useAnswer } from '../../server/answer.ts';
import type { AnswerOf } from '../../server/request.ts';
import { useProtected } from '../../server/protection.ts';
import { useSegmentNames } from '../feature/use-segment-names.ts';
import { promote } from './promote-features.ts';
import { type Difference, isDifferent, describeDifference, segmentsIn, differenceToApply } from './promotion.ts';
import { TransferHead } from './transfer-head.tsx';
import * as buttonStyles from '../../parts/button.module.css';
import * as dataTableStyles from '../../parts/data-table.module.css';
import * as fieldStyles from '../../parts/field.module.css';
import * as noteStyles from '../../parts/note.module.css';
import * as panelStyles from '../../parts/panel.module.css';
import * as saveBarStyles from '../../parts/save-bar.module.css';
import * as styles from './transfer.module.css';

const maxShown = 500;

/** Copies the configuration of one environment to another after a preview. Both are part of the address. */
export function Promote({ project }: { readonly project: string }) {
  const { query, route } = useLocation();
  const environments = useAnswer('GET /api/admin/environments/project/{projectId}', { path: { projectId: project } });
  const go = (from: string, to: string) =>
    route(`${projectHref(project)}/promote?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`, true);
  return (
    <>
      <TransferHead project={project} at="promote" />
      <Answer of={environments}>
        {({ environments: all }) => {
          const names = all.filter(({ visible }) => visible).map(({ name }) => name);
          const to = names.find((name) => name === query['to']) ?? names.at(-1);
          const from = names.find((name) => name === query['from'] && name !== to) ?? names.findLast((name) => name !== to);
          if (from === undefined || to === undefined) return <Empty title={transferTexts.promotion.needsTwo} />;
          return (
            <>
              <section class={`${panelStyles.panel} ${styles.between}`} aria-label={transferTexts.promotion.between}>
                <SelectField
                  label={transferTexts.promotion.from}
                  value={from}
                  choices={choicesIn(names, to)}
                  change={(name) => go(name, to)}
                />
                <SelectField
                  label={transferTexts.promotion.to}
                  value={to}
                  choices={choicesIn(names)}
                  change={(name) => go(name === from ? to : from, name)}
                />
              </section>
              <Differences key={`${from} ${to}`} project={project} from={from} to={to} />
            </>
          );
        }}
      </Answer>
    </>
  );
}

const choicesIn = (names: readonly string[], without?: string) =>
  names.filter((name) => name !== without).map((name) => ({ value: name, title: name }));

interface DifferencesProps {
  readonly project: string;
  readonly from: string;
  readonly to: string;
}

function Differences({ project, from, to }: DifferencesProps) {
  const found = useAnswer('GET /api/admin/projects/{projectId}/environments/{environment}/differences', {
    path: { projectId: project, environment: from },
    query: { to, limit: maxShown },
  });
  const isProtected = useProtected(project)?.has(to) ?? false;
  return (
    <section class={panelStyles.panel} aria-label={transferTexts.promotion.differences}>
      {isProtected && (
        <p class={noteStyles.caution}>
          <Icon name="lock" />
          {transferTexts.promotion.isProtected(to)}
        </p>
      )}
      <Answer of={found}>
        {({ features, total }) =>
          total === 0 ? (
            <Empty title={transferTexts.promotion.same(from, to)} />
          ) : (
            <FoundDifferences {...{ project, from, to, isProtected, features, total }} />
          )
        }
      </Answer>
    </section>
  );
}

interface FoundDifferencesProps
  extends DifferencesProps,
    AnswerOf<'GET /api/admin/projects/{projectId}/environments/{environment}/differences'> {
  readonly isProtected: boolean;
}

function FoundDifferences({ project, from, to, isProtected, features, total }: FoundDifferencesProps) {
  const segmentName = useSegmentNames();
  const withSwitch = useSignal(true);
  const chosen = useSignal<readonly string[]>([]);
  const changed = features.map((difference) => differenceToApply(difference, withSwitch.value)).filter(isDifferent);
  const picked = changed.filter(({ name }) => chosen.value.includes(name));
  return (
    <>
      <div class={`${panelStyles.body} ${dataTableStyles.chooseAll}`}>
        <label class={fieldStyles.check}>
          <input
            type="checkbox"
            checked={picked.length === changed.length && changed.length > 0}
            onChange={() => (chosen.value = picked.length === changed.length ? [] : changed.map(({ name }) => name))}
          />
          {transferTexts.promotion.chooseAll(changed.length)}
        </label>
        <label class={fieldStyles.check}>
          <input type="checkbox" checked={withSwitch.value} onChange={() => (withSwitch.value = !withSwitch.value)} />
          {transferTexts.promotion.withSwitch(from)}
        </label>
        {total > features.length && <small>{transferTexts.promotion.beyond(total - features.length)}</small>}
      </div>
      <DifferenceTable
        {...{ project, to, segmentName }}
        differences={changed}
        chosen={chosen.value}
        choose={(name) => (chosen.value = toggled(chosen.value, name))}
      />
      {picked.length > 0 && (
        <PromoteBar
          {...{ to, isProtected, picked, segmentName }}
          go={async () => {
            const isDone = await promote({ project, environment: to, protected: isProtected }, picked, segmentName);
            if (isDone) chosen.value = [];
          }}
        />
      )}
    </>
  );
}

interface DifferenceTableProps {
  readonly project: string;
  readonly to: string;
  readonly differences: readonly Difference[];
  readonly chosen: readonly string[];
  readonly choose: (name: string) => void;
  readonly segmentName: SegmentNames;
}

function DifferenceTable({ project, to, differences, chosen, choose, segmentName }: DifferenceTableProps) {
  return (
    <DataTable
      label={transferTexts.promotion.differences}
      rows={differences}
      nameOf={({ name }) => name}
      columns={[
        {
          title: pageTexts.features.feature,
          cell: ({ name }) => (
            <span class={dataTableStyles.choosable}>
              <input
                type="checkbox"
                aria-label={pageTexts.health.choose(name)}
                checked={chosen.includes(name)}
                onChange={() => choose(name)}
              />
              <a class="mono" href={`${featureHref(project, name)}?in=${encodeURIComponent(to)}`}>
                {name}
              </a>
            </span>
          ),
        },
        {
          title: transferTexts.promotion.wouldChange(to),
          cell: (difference) => (
            <ul class={dataTableStyles.reasons}>
              {describeDifference(difference, segmentName).map((line, index) => (
                <li key={index}>{line}</li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  );
}

interface PromoteBarProps {
  readonly to: string;
  readonly isProtected: boolean;
  readonly picked: readonly Difference[];
  readonly segmentName: SegmentNames;
  readonly go: () => Promise<void>;
}

/** Summary of the promotion and its button. */
function PromoteBar({ to, isProtected, picked, segmentName, go }: PromoteBarProps) {
  const isBusy = useSignal(false);
  const segments = segmentsIn(picked).map((id) => segmentName(id) ?? String(id));
  const lost = picked.filter(({ from }) => from.strategies.length === 0).map(({ name }) => name);
  async function press() {
    if (isBusy.value) return;
    isBusy.value = true;
    await go();
    isBusy.value = false;
  }
  return (
    <div class={`${saveBarStyles.saving} ${saveBarStyles.draft}`}>
      <div class={saveBarStyles.bar}>
        <span role="status">
          <b>{isBusy.value ? transferTexts.promotion.busy(picked.length) : pageTexts.health.chosen(picked.length)}</b>
          {segments.length > 0 && <small>{transferTexts.promotion.segments(segments)}</small>}
          {lost.length > 0 && <small>{transferTexts.promotion.noStrategies(lost)}</small>}
        </span>
        <span class={saveBarStyles.end}>
          <button type="button" class={`${buttonStyles.small} ${buttonStyles.main}`} aria-busy={isBusy.value} onClick={() => void press()}>
            {isProtected ? pageTexts.strategy.propose : transferTexts.promotion.promote(picked.length, to)}
          </button>
        </span>
      </div>
    </div>
  );
}
