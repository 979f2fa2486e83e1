import { featureHref } from '../../frame/address.ts';
import { Icon } from '../../parts/icon.tsx';
import { Lamp } from '../../parts/lamp.tsx';
import { Switch } from '../../parts/switch.tsx';
import { sayReach } from '../../base/reach.ts';
import { useSession } from '../../server/session.ts';
import { sayAge } from '../../base/time.ts';
import { words } from '../../base/words.ts';
import { favor } from './favor.ts';
import type { Row } from './rows.ts';
import type { Switchable } from './use-turn.tsx';

interface FeatureRowProps {
  readonly row: Row;
  /** Its place among all, counted from 0. */
  readonly index: number;
  readonly isAt: boolean;
  readonly environments: readonly Switchable[];
  readonly ask: (row: Row, environment: Switchable) => void;
}

/** One feature: what it is, and who gets it where. */
export function FeatureRow({ row, index, isAt, environments, ask }: FeatureRowProps) {
  return (
    <tr class={isAt ? 'at' : ''} aria-rowindex={index + 2}>
      <td class="first">
        <div class="name">
          <span class="l">
            <Star row={row} />
            <a class="mono" href={featureHref(row.project, row.name)}>
              {row.name}
            </a>
            <span class="tag">{row.type}</span>
            {row.stale && <span class="tag caution">{words.features.stale}</span>}
          </span>
          <small>{[row.description, ...(row.tags ?? []).map(({ type, value }) => `${type}:${value}`)].filter(Boolean).join(' · ')}</small>
        </div>
      </td>
      {environments.map((environment) => (
        <Cell key={environment.name} row={row} environment={environment} press={() => ask(row, environment)} />
      ))}
      <td class="seen">
        <LastSeen at={row.lastSeenAt} />
      </td>
    </tr>
  );
}

function Star({ row }: { readonly row: Row }) {
  return (
    <button
      type="button"
      class="b quiet star"
      aria-pressed={row.favorite}
      aria-label={row.favorite ? words.features.unstar(row.name) : words.features.star(row.name)}
      onClick={() => void favor(row)}
    >
      <Icon name="star" />
    </button>
  );
}

interface CellProps {
  readonly row: Row;
  readonly environment: Switchable;
  readonly press: () => void;
}

/** Reach by lamp and words; the switch takes the lamp's place where the pointer or the focus is. */
function Cell({ row, environment, press }: CellProps) {
  const { may } = useSession();
  const state = row.environments.find(({ name }) => name === environment.name);
  if (!state?.reach) return <td />;
  const mayPress = may('UPDATE_FEATURE_ENVIRONMENT', { project: row.project, environment: environment.name });
  return (
    <td data-label={environment.name}>
      <div class={`aspect ${state.reach.kind === 'nobody' ? 'off' : ''}`}>
        <Lamp reach={state.reach} />
        <Switch
          label={words.features.inEnvironment(row.name, environment.name)}
          isOn={state.enabled}
          press={press}
          refused={mayPress || environment.protected ? undefined : words.features.mayNotSwitch}
        />
        <span>{sayReach(state.reach, state.enabled)}</span>
      </div>
    </td>
  );
}

function LastSeen({ at }: { readonly at: string | null }) {
  if (at === null) return <small>{words.features.neverSeen}</small>;
  return <time dateTime={at}>{sayAge(Date.parse(at), Date.now())}</time>;
}
