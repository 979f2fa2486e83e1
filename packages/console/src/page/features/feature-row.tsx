import { formatFigure, formatAge, formatMoment, hourMs } from '../../base/format.ts';
import { changeRequestHref, featureHref, projectHref } from '../../frame/address.ts';
import { Menu } from '../../parts/layer/menu.tsx';
import { proposeTitle } from '../proposal/target.ts';
import { StatusDot } from '../../parts/mark/status-dot.tsx';
import { elapsedPart, withoutFall } from '../../parts/chart/without-fall.ts';
import { Spark } from '../../parts/mark/spark.tsx';
import { EnvironmentSwitch } from './turn/environment-switch.tsx';
import { describeReach } from '../../base/reach.ts';
import { Age } from '../../parts/mark/age.tsx';
import { favor } from './favor.ts';
import type { OpenRequest } from './use-open-requests.ts';
import type { Row } from './rows.ts';
import type { Switchable } from './turn/use-turn.tsx';
import type { ListedEnvironment } from './use-shown-environments.ts';
import { Star } from '../../parts/mark/star.tsx';
import * as dataTableStyles from '../../parts/list/data-table.module.css';
import * as statusDotStyles from '../../parts/mark/status-dot.module.css';
import * as styles from './features.module.css';
import * as tagStyles from '../../parts/mark/tag.module.css';
import { Component, type ComponentType } from 'preact';

interface FeatureRowProps {
  readonly row: Row;
  /** Index in the whole list. */
  readonly index: number;
  readonly isAt: boolean;
  /** While the list moves too fast to be read: only the name and the description. */
  readonly isBrief: boolean;
  /** Name of its project, if the list has several. */
  readonly project: string | undefined;
  readonly isChosen: boolean;
  readonly environments: readonly ListedEnvironment[];
  /** Open change requests for the feature. */
  readonly requests: readonly OpenRequest[];
  readonly acts: RowActs | null;
}

/** Actions on a feature of the list. */
export interface RowActs {
  readonly choose: (name: string) => void;
  readonly ask: (row: Row, environment: Switchable | undefined, isByKey?: boolean) => void;
}

/** A feature with its reach in each environment. */
export const FeatureRow = memo((props: FeatureRowProps) => (
  <tr class={props.isAt ? styles.at : ''} aria-rowindex={props.index + 2}>
    {props.isBrief ? <BriefCells {...props} /> : <Cells {...props} />}
  </tr>
));

const BriefCells = ({ row, environments }: FeatureRowProps) => (
  <>
    <td>
      <div class={`${styles.name} ${styles.brief}`}>
        <span class={styles.line}>
          <a class={`${styles.link} mono`} href={featureHref(row.project, row.name)}>
            {row.name}
          </a>
        </span>
        <small>{row.description}</small>
      </div>
    </td>
    <td colSpan={environments.length + 2} />
  </>
);

const Cells = ({ row, isAt, project, isChosen, environments, requests, acts }: FeatureRowProps) => (
  <>
    <td>
      <div class={styles.name}>
        <span class={styles.line}>
          {acts && (
            <label class={styles.check}>
              <input type="checkbox" checked={isChosen} aria-label={`Select ${row.name}`} onChange={() => acts.choose(row.name)} />
            </label>
          )}
          <Star className={styles.star} name={row.name} isFavorite={row.favorite} toggle={() => void favor(row)} />
          <a class={`${styles.link} mono`} href={featureHref(row.project, row.name)} aria-description={isAt ? describeRow(row) : undefined}>
            {row.name}
          </a>
        </span>
        <span class={styles.about}>
          <Requests row={row} requests={requests} />
          {row.cleanup !== undefined && <CleanupTag row={row} />}
          {row.stale && <span class={tagStyles.caution}>stale</span>}
          {project !== undefined && (
            <a class={tagStyles.info} href={projectHref(row.project)}>
              {project}
            </a>
          )}
          <span class={tagStyles.tag}>{row.type}</span>
          {row.managedBy && <span class={tagStyles.info}>Managed by {row.managedBy}</span>}
          <small>{[row.description, ...(row.tags ?? []).map(({ type, value }) => `${type}:${value}`)].filter(Boolean).join(' · ')}</small>
        </span>
      </div>
    </td>
    {environments.map((environment) => (
      <Cell
        key={environment.name}
        row={row}
        environment={environment}
        requests={requests.filter((request) => request.environment === environment.name)}
        press={acts ? () => acts.ask(row, environment) : undefined}
      />
    ))}
    <td class={styles.seen}>
      <Usage usage={row.usage ?? []} lastSeenAt={row.lastSeenAt} />
    </td>
    <td class={styles.seen}>
      {row.changed && (
        <>
          <Age at={row.changed.at} />
          <small class={dataTableStyles.clip}>{row.changed.by}</small>
        </>
      )}
    </td>
  </>
);

const cleanupTitles: Readonly<Record<string, string>> = { archive: 'ready to archive', 'remove-code': 'remove from code' };

/** The verdict on its removal, if it can be removed. */
function CleanupTag({ row }: { readonly row: Row }) {
  const title = cleanupTitles[row.cleanup ?? 'keep'];
  if (title === undefined) return null;
  return (
    <a class={tagStyles.info} href={`${projectHref(row.project)}/health?verdict=${row.cleanup}`}>
      {title}
    </a>
  );
}

/** The open change request for the feature, or a menu of several. */
function Requests({ row, requests }: { readonly row: Row; readonly requests: readonly OpenRequest[] }) {
  const links = requests.map(({ id }) => ({ title: `request ${id}`, href: changeRequestHref(row.project, id), isInside: true as const }));
  const [first] = links;
  if (first === undefined) return null;
  if (links.length > 1) return <Menu label={`Change requests for ${row.name}`} title={`${links.length} requests`} choices={links} />;
  return (
    <a class={tagStyles.caution} href={first.href}>
      {first.title}
    </a>
  );
}

/** The reach in each environment, spoken when a key moves to the row. */
const describeRow = ({ environments }: Row): string =>
  environments.flatMap(({ name, reach, enabled }) => (reach ? `${name}: ${describeReach(reach, enabled)}` : [])).join(', ');

interface CellProps {
  readonly row: Row;
  readonly environment: ListedEnvironment;
  /** Open change requests that would change it. */
  readonly requests: readonly OpenRequest[];
  /** Without it, there is no switch. */
  readonly press: (() => void) | undefined;
}

/** Reach as status dot and words. The switch replaces the dot on hover or focus. */
function Cell({ row, environment, requests, press }: CellProps) {
  const state = row.environments.find(({ name }) => name === environment.name);
  if (!state?.reach) return <td />;
  const of = { project: row.project, feature: row.name, environment: environment.name };
  const reach = describeReach(state.reach, state.enabled);
  const at = requests.find(({ schedule }) => schedule?.status === 'pending')?.schedule?.scheduledAt;
  return (
    <td data-label={environment.name}>
      <div class={`${styles.aspect} ${state.reach.kind === 'nobody' ? statusDotStyles.off : ''}`}>
        <StatusDot reach={state.reach} waits={requests.length > 0} />
        {press && (
          <EnvironmentSwitch
            of={of}
            isOn={state.enabled}
            press={press}
            hint={environment.protected ? proposeTitle(of) : undefined}
            refused={environment.refused}
          />
        )}
        <span title={reach}>
          {reach}
          {at !== undefined && <small class={styles.scheduled}>changes {formatMoment(Date.parse(at))}</small>}
        </span>
      </div>
    </td>
  );
}

/** Evaluations of the past 24 hours as a line, or the last evaluation if there were none. */
function Usage({ usage, lastSeenAt }: { readonly usage: readonly number[]; readonly lastSeenAt: string | null }) {
  const total = usage.reduce((sum, count) => sum + count, 0);
  if (total > 0)
    return <Spark values={withoutFall(usage, elapsedPart(Date.now(), hourMs))} label={`${formatFigure(total)} evaluations in 24 hours`} />;
  if (lastSeenAt === null) return <small>never evaluated</small>;
  return <time dateTime={lastSeenAt}>{formatAge(Date.parse(lastSeenAt), Date.now())}</time>;
}

/** A component that renders again only when one of its properties has another value, or its own state changes. */
function memo<Props extends object>(Inner: ComponentType<Props>): ComponentType<Props> {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      const shown: Props = this.props;
      return (Object.keys(next) as (keyof Props)[]).some((name) => next[name] !== shown[name]);
    }

    render() {
      return <Inner {...this.props} />;
    }
  };
}
