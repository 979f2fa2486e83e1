import { featureHref } from '../../frame/address.ts';
import type { FeatureAnswer } from './state/use-feature.ts';
import * as buttonStyles from '../../parts/mark/button.module.css';
import * as listStyles from '../../parts/mark/list.module.css';
import { Panel } from '../../parts/panel/panel.tsx';
import { requiredResult } from '../../parts/strategy/sentence.ts';

export function DependsOn({ feature }: { readonly feature: FeatureAnswer }) {
  return (
    <Panel title="Depends on">
      <ul class={listStyles.plain}>
        {feature.dependencies.map(({ feature: parent, enabled = true, variants = [] }) => (
          <li key={parent}>
            <a class={`${buttonStyles.link} mono`} href={featureHref(feature.project, parent)}>
              {parent}
            </a>
            <span class="dimmer">{requiredResult(enabled, variants)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
