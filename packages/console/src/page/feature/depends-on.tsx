import { featureHref } from '../../frame/address.ts';
import { words } from '../../base/words.ts';
import type { FeatureDetail } from './use-feature.ts';

/** The features that have to be as they are named for this one to be on. */
export function DependsOn({ feature }: { readonly feature: FeatureDetail }) {
  return (
    <section class="panel">
      <header>
        <h2>{words.people.dependsOn}</h2>
      </header>
      <ul class="plain">
        {feature.dependencies.map(({ feature: parent, enabled = true, variants = [] }) => (
          <li key={parent}>
            <a class="b link mono" href={featureHref(feature.project, parent)}>
              {parent}
            </a>
            <span class="dimmer">{words.people.mustBe(enabled, variants)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
