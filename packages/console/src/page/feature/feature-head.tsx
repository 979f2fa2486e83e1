import { Icon } from '../../parts/icon.tsx';
import { formatAge } from '../../base/time.ts';
import { pageTexts } from '../texts.ts';
import { featureTexts } from './texts.ts';
import { AsCurl } from '../../parts/as-curl.tsx';
import { favor } from '../features/favor.ts';
import { featureCalls } from '../features/feature-calls.ts';
import { copyAddress } from './copy-text.ts';
import { useEnvironments } from './use-environments.ts';
import type { FeatureAnswer } from './use-feature.ts';
import * as buttonStyles from '../../parts/button.module.css';
import * as pageHeadStyles from '../../parts/page-head.module.css';
import * as styles from './feature.module.css';
import * as tagStyles from '../../parts/tag.module.css';

/** Name, description and tags of the feature, with its actions. */
export function FeatureHead({ feature }: { readonly feature: FeatureAnswer }) {
  const { name, description, type, tags, stale, favorite, managedBy } = feature;
  const environments = useEnvironments(feature);
  return (
    <div class={pageHeadStyles.head}>
      <div class={pageHeadStyles.about}>
        <h1 class="mono">{name}</h1>
        <p class="dim">
          {description && <span>{description}</span>}
          <span class={tagStyles.tag}>{type}</span>
          {tags.map((tag) => (
            <span key={`${tag.type}:${tag.value}`} class={tagStyles.tag}>
              {tag.type}:{tag.value}
            </span>
          ))}
          {managedBy && <span class={tagStyles.info}>{pageTexts.feature.managedBy(managedBy)}</span>}
          {stale && <span class={tagStyles.caution}>{featureTexts.stale}</span>}
          <small>{describeSeen(feature)}</small>
        </p>
      </div>
      <div class={pageHeadStyles.actions}>
        <button
          type="button"
          class={`${buttonStyles.quiet} ${buttonStyles.star} ${styles.star}`}
          aria-pressed={favorite}
          aria-label={favorite ? pageTexts.features.unstar(name) : pageTexts.features.star(name)}
          onClick={() => void favor(feature)}
        >
          <Icon name="star" />
        </button>
        <button type="button" class={buttonStyles.quiet} onClick={copyAddress}>
          <Icon name="link" />
          {pageTexts.feature.copyLink}
        </button>
        <AsCurl calls={featureCalls(feature, environments)} />
      </div>
    </div>
  );
}

function describeSeen({ environments }: FeatureAnswer): string {
  const last = environments
    .map(({ lastSeenAt }) => (lastSeenAt === null ? 0 : Date.parse(lastSeenAt)))
    .reduce((one, two) => Math.max(one, two), 0);
  return last === 0 ? featureTexts.neverSeen : featureTexts.seen(formatAge(last, Date.now()));
}
