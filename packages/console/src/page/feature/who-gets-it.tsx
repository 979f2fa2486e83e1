import { useSignal } from '@preact/signals';
import { DependsOn } from './depends-on.tsx';
import { EnvironmentCards, useChosen } from './environment-cards.tsx';
import { FeatureStrategies } from './strategies.tsx';
import { OpenRequests } from './open-requests.tsx';
import { ProtectedNote } from './protected-note.tsx';
import { type Drafted, Personas } from './personas.tsx';
import { useEnvironments } from './use-environments.ts';
import type { ReadFeature } from './use-feature.ts';
import * as columnsStyles from '../../parts/columns.module.css';

/** The main tab of a feature: environments, strategies and test users. */
export function WhoGetsIt(read: ReadFeature) {
  const feature = read.detail;
  const environments = useEnvironments(feature);
  const chosen = useChosen(environments);
  const drafted = useSignal<Drafted | null>(null);
  if (!chosen) return null;
  return (
    <>
      <EnvironmentCards feature={feature} environments={environments} chosen={chosen} />
      <div class={columnsStyles.columns}>
        <div>
          {chosen.protected && <ProtectedNote feature={feature} environment={chosen} />}
          <FeatureStrategies
            key={chosen.name}
            read={read}
            environment={chosen}
            environments={environments}
            drafts={(changes) => (drafted.value = changes && { environment: chosen.name, changes })}
          />
        </div>
        <aside>
          <Personas feature={feature} environments={environments} chosen={chosen} draft={drafted.value} />
          <OpenRequests feature={feature} />
          {feature.dependencies.length > 0 && <DependsOn feature={feature} />}
        </aside>
      </div>
    </>
  );
}
