import { featureHref } from '../../frame/address.ts';
import { pageTexts } from '../texts.ts';
import type { FeatureAnswer } from './use-feature.ts';

/** The features that have to be as they are named for this one to be on. */
export function DependsOn({ feature }: { readonly feature: FeatureAnswer }) {
  return (
    <section class="panel">
      <header>
        <h2>{pageTexts.persona.dependsOn}</h2>
      </header>
      <ul class="plain">
        {feature.dependencies.map(({ feature: parent, enabled = true, variants = [] }) => (
          <li key={parent}>
            <a class="b link mono" href={featureHref(feature.project, parent)}>
              {parent}
            </a>
            <span class="dimmer">{pageTexts.persona.mustBe(enabled, variants)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
