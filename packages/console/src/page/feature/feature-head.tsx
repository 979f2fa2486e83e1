import { useLocation } from 'preact-iso/router';
import { hrefOf } from '../../frame/address.ts';
import { dayMs, formatAge, formatAgo } from '../../base/time.ts';
import { asCurl } from '../../parts/layer/as-curl.tsx';
import { Menu } from '../../parts/layer/menu.tsx';
import { useLack } from '../../server/session.ts';
import { useAnswer } from '../../server/answer.ts';
import { favor } from '../features/favor.ts';
import { featureCalls } from '../features/feature-calls.ts';
import { copyAddress } from './copy-text.ts';
import { useLifeActions } from './use-life-actions.ts';
import { useEnvironments } from './state/use-environments.ts';
import type { FeatureAnswer } from './state/use-feature.ts';
import { WatchButton } from './watch-button.tsx';
import { useUsage } from './use-usage.ts';
import { FeatureOwner } from './feature-owner.tsx';
import { PageHead } from '../../parts/panel/page-head.tsx';
import { counted } from '../../base/counted.ts';
import { Button } from '../../parts/mark/button.tsx';
import * as buttonStyles from '../../parts/mark/button.module.css';
import * as styles from './feature.module.css';
import * as tagStyles from '../../parts/mark/tag.module.css';

interface FeatureHeadProps {
  readonly feature: FeatureAnswer;
  /** The title of the shown tab. */
  readonly part: string | undefined;
}

/** Name, description and tags of the feature, with its actions. */
export function FeatureHead({ feature, part }: FeatureHeadProps) {
  const { project, name, description, type, tags, stale, favorite, managedBy, lifecycle } = feature;
  const { route } = useLocation();
  const lack = useLack();
  const environments = useEnvironments(feature);
  return (
    <PageHead
      className="mono"
      title={name}
      {...(part !== undefined && { part })}
      about={
        <>
          {description && <span>{description}</span>}
          <span class={tagStyles.tag}>{type}</span>
          {tags.map((tag) => (
            <span key={`${tag.type}:${tag.value}`} class={tagStyles.tag}>
              {tag.type}:{tag.value}
            </span>
          ))}
          {managedBy && <span class={tagStyles.info}>Managed by {managedBy}</span>}
          {stale && <span class={tagStyles.caution}>stale</span>}
          {lifecycle.stage === 'completed' && <span class={tagStyles.info}>completed: {lifecycle.status}</span>}
          <Age feature={feature} />
          <FeatureOwner feature={feature} />
        </>
      }
    >
      <Button
        class={`${buttonStyles.quiet} ${buttonStyles.star} ${styles.star}`}
        aria-pressed={favorite}
        aria-label={favorite ? `Remove ${name} from favorites` : `Add ${name} to favorites`}
        press={() => void favor(feature)}
        icon="star"
      />
      <WatchButton feature={name} />
      <a
        class={`${buttonStyles.button} ${styles.promote}`}
        href={`${hrefOf(project, 'promote')}?${new URLSearchParams({ feature: name })}`}
      >
        Promote…
      </a>
      <Menu
        label="More"
        title="More"
        icon="down"
        choices={[
          { title: 'Copy link', press: copyAddress },
          { title: 'Send to Slack…', refused: lack('CREATE_ADDON'), press: () => route(slackHref(project, feature.name)) },
          asCurl(featureCalls(feature, environments)),
          ...useLifeActions(feature),
        ]}
      />
    </PageHead>
  );
}

/** The form of a new webhook for Slack, limited to the feature. */
const slackHref = (project: string, feature: string): string =>
  `/settings/webhooks/new?${new URLSearchParams({ provider: 'slack-app', project, feature })}`;

/** The number of the day since a moment, beginning with 1. */
const dayOf = (createdAt: string): number => Math.floor((Date.now() - Date.parse(createdAt)) / dayMs) + 1;

const age = (days: number, lifetime: number | null) => (lifetime === null ? `day ${days}` : `day ${days} of ${lifetime}`);

/** Last evaluation, age in relation to the expected lifetime of the type, and number of applications. */
function Age({ feature }: { readonly feature: FeatureAnswer }) {
  const types = useAnswer('GET /api/admin/feature-types', {});
  const usage = useUsage(feature.name, '24h');
  const type = types.data?.types.find(({ id }) => id === feature.type);
  const applications = new Set((usage.data?.data ?? []).map(({ appName }) => appName)).size;
  const parts = [
    describeSeen(feature),
    feature.createdAt === null ? '' : age(dayOf(feature.createdAt), type?.lifetimeDays ?? null),
    applications > 0 ? counted(applications, 'application') : '',
  ];
  return <small>{parts.filter(Boolean).join(' · ')}</small>;
}

function describeSeen({ environments }: FeatureAnswer): string {
  const last = environments
    .map(({ lastSeenAt }) => (lastSeenAt === null ? 0 : Date.parse(lastSeenAt)))
    .reduce((one, two) => Math.max(one, two), 0);
  return last === 0 ? 'Never evaluated' : `Last evaluated ${formatAgo(formatAge(last, Date.now()))}`;
}
