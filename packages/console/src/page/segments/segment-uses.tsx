import { LinkedFeature } from '../feature/linked-feature.tsx';
import { Answer, Panel } from '../../parts/panel/panel.tsx';
import { useAnswer, type StrategyUse } from '../../server/ask.ts';
import { strategyName } from '../../parts/strategy/strategy-name.ts';
import * as listStyles from '../../parts/mark/list.module.css';
import * as panelStyles from '../../parts/panel/panel.module.css';
import * as badgeStyles from '../../parts/mark/badge.module.css';
import * as styles from './segments.module.css';
import * as tagStyles from '../../parts/mark/tag.module.css';

interface Use extends Omit<StrategyUse, 'id'> {
  readonly changeRequest: number | null;
}

/** Strategies that use a segment, by environment, and open change requests that would. */
export function SegmentUses({ id }: { readonly id: number }) {
  const uses = useAnswer('GET /api/admin/segments/{id}/strategies', { path: { id } });
  return (
    <Panel title="Used by">
      <Answer of={uses}>
        {({ strategies, changeRequestStrategies }) => {
          const all: readonly Use[] = [
            ...strategies.map((use) => ({ ...use, changeRequest: null })),
            ...changeRequestStrategies.map(({ changeRequest, ...use }) => ({ ...use, changeRequest: changeRequest.id })),
          ];
          if (all.length === 0) return <p class="dim">No strategy uses this segment.</p>;
          return [...Map.groupBy(all, ({ environment }) => environment)].map(([environment, own]) => (
            <UsesIn key={environment} environment={environment} uses={own} />
          ));
        }}
      </Answer>
    </Panel>
  );
}

function UsesIn({ environment, uses }: { readonly environment: string; readonly uses: readonly Use[] }) {
  return (
    <div class={`${panelStyles.body} ${styles.uses}`}>
      <h3>
        <span class={badgeStyles.badge}>{environment}</span> <small>{uses.length === 1 ? '1 strategy' : `${uses.length} strategies`}</small>
      </h3>
      <ul class={listStyles.plain}>
        {uses.map(({ projectId, featureName, strategyName: type, changeRequest }, index) => (
          <li key={index}>
            <LinkedFeature project={projectId} name={featureName} environment={environment} />
            <small>
              {strategyName(type)} · {projectId}
            </small>
            {changeRequest !== null && <span class={tagStyles.caution}>change request {changeRequest}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
