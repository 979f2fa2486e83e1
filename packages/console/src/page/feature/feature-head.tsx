import { useLocation } from 'preact-iso/router';
import { featureHref, hrefOf, projectHref } from '../../frame/address.ts';
import { dayMs, formatAge, formatAgo, counted } from '../../base/format.ts';
import { asCurl } from '../../parts/layer/as-curl.tsx';
import type { MenuChoice } from '../../parts/layer/menu.tsx';
import { starTitle } from '../../parts/mark/star.tsx';
import { useLack } from '../../server/session.ts';
import { useAnswer, ask } from '../../server/ask.ts';
import { favor } from '../features/favor.ts';
import { featureCalls } from '../features/feature-calls.ts';
import { copyAddress } from './copy-text.ts';
import { useEnvironments, useRefusal, type FeatureAnswer } from './state/use-feature.ts';
import type * as dialogs from './life-of-feature.ts';
import { useUsage } from './use-usage.ts';
import { type HeadAction, PageHead } from '../../parts/panel/page-head.tsx';
import { attempt } from '../../parts/layer/attempt.ts';
import * as tagStyles from '../../parts/mark/tag.module.css';

interface FeatureHeadProps {
  readonly feature: FeatureAnswer;
  /** The title of the shown tab. */
  readonly part: string | undefined;
}

/** Name, description and tags of the feature, with its actions. */
export function FeatureHead({ feature, part }: FeatureHeadProps) {
  const { project, name, description, type, tags, stale, favorite, managedBy, lifecycle, owner } = feature;
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
          {owner && <span class={tagStyles.tag}>Owner: {owner.name}</span>}
        </>
      }
      actions={[
        {
          title: starTitle(name, favorite),
          press: () => void favor(feature),
          look: 'star',
          icon: 'star',
          isIcon: true,
          isOn: favorite,
        },
        useWatch(name),
        { title: 'Promote…', href: `${hrefOf(project, 'promote')}?${new URLSearchParams({ feature: name })}`, isInside: true },
      ]}
      more={[
        { title: 'Copy link', press: copyAddress },
        { title: 'Send to Slack…', refused: lack('CREATE_ADDON'), press: () => route(slackHref(project, feature.name)) },
        asCurl(featureCalls(feature, environments)),
        ...useLifeActions(feature),
      ]}
    />
  );
}

/** The form of a new webhook for Slack, limited to the feature. */
const slackHref = (project: string, feature: string): string =>
  `/settings/webhooks/new?${new URLSearchParams({ provider: 'slack-app', project, feature })}`;

/** The number of the day since a moment, beginning with 1. */
const dayOf = (createdAt: string): number => Math.floor((Date.now() - Date.parse(createdAt)) / dayMs) + 1;

const age = (days: number, lifetime: number | null) => (lifetime === null ? `day ${days}` : `day ${days} of ${lifetime}`);

/** Last evaluation, age in relation to the expected lifetime of the type, number of applications, and use in code. */
function Age({ feature }: { readonly feature: FeatureAnswer }) {
  const types = useAnswer('GET /api/admin/feature-types', {});
  const usage = useUsage(feature.name, '24h');
  const type = types.data?.types.find(({ id }) => id === feature.type);
  const applications = new Set((usage.data?.data ?? []).map(({ appName }) => appName)).size;
  const parts = [
    describeSeen(feature),
    feature.createdAt === null ? '' : age(dayOf(feature.createdAt), type?.lifetimeDays ?? null),
    applications > 0 ? counted(applications, 'application') : '',
    useCodeUse(feature),
  ];
  return <small>{parts.filter(Boolean).join(' · ')}</small>;
}

/** The number of files and repositories that use it; empty if no scan has found it. */
function useCodeUse({ project, name }: FeatureAnswer): string {
  const path = { projectId: project, featureName: name };
  const { data } = useAnswer('GET /api/admin/projects/{projectId}/features/{featureName}/code-references', { path, query: { limit: 1 } });
  const used = data?.repositories.filter(({ files }) => files > 0) ?? [];
  const files = used.reduce((sum, repository) => sum + repository.files, 0);
  return files > 0 ? `in code: ${counted(files, 'file')} in ${used.length === 1 ? '1 repository' : `${used.length} repositories`}` : '';
}

function describeSeen({ environments }: FeatureAnswer): string {
  const last = environments
    .map(({ lastSeenAt }) => (lastSeenAt === null ? 0 : Date.parse(lastSeenAt)))
    .reduce((one, two) => Math.max(one, two), 0);
  return last === 0 ? 'Never evaluated' : `Last evaluated ${formatAgo(formatAge(last, Date.now()))}`;
}

const opening = (open: (all: typeof dialogs) => void) => () => void import('./life-of-feature.ts').then(open);

/** Gives a feature to an owner, completes, copies, moves or archives it. */
function useLifeActions(feature: FeatureAnswer): readonly MenuChoice[] {
  const { route } = useLocation();
  const refusal = useRefusal(feature.project);
  const { data } = useAnswer('GET /api/admin/projects', {});
  const others = (data?.projects ?? []).filter(({ id }) => id !== feature.project);
  const go = (project: string, name: string) => route(featureHref(project, name));
  return [
    {
      title: feature.owner ? 'Change owner' : 'Set owner',
      refused: refusal('UPDATE_FEATURE'),
      press: opening(({ askForOwner }) => void askForOwner(feature)),
    },
    {
      title: feature.lifecycle.stage === 'completed' ? 'Reopen' : 'Complete',
      refused: refusal('UPDATE_FEATURE'),
      press: opening(({ complete }) => complete(feature)),
    },
    {
      title: 'Copy feature',
      refused: refusal('CREATE_FEATURE'),
      press: opening(({ askForClone }) => askForClone(feature, go)),
    },
    {
      title: 'Move to another project',
      refused: refusal('MOVE_FEATURE_TOGGLE') ?? (others.length === 0 ? 'You have no access to another project.' : undefined),
      press: opening(({ askForMove }) => askForMove(feature, others, go)),
    },
    {
      title: 'Archive feature',
      refused: refusal('DELETE_FEATURE') ?? (feature.children.length > 0 ? firstArchive(feature.children) : undefined),
      press: opening(({ askForArchive }) => askForArchive(feature, () => route(projectHref(feature.project)))),
    },
  ];
}

const firstArchive = (names: readonly string[]) =>
  `${names.join(', ')} ${names.length === 1 ? 'depends' : 'depend'} on this feature. Archive or detach ${names.length === 1 ? 'it' : 'them'} first.`;

const aboutMail = {
  on: 'and you receive mail',
  'not chosen': 'but not by mail, which you turned off',
  'no server': 'but not by mail: this server has no mail server',
  'no address': 'but not by mail: your account has no email address',
};

/** Starts or stops notifications of the current user about changes of the feature. */
function useWatch(feature: string): HeadAction {
  const path = { featureName: feature };
  const { data: watch } = useAnswer('GET /api/admin/user/watches/{featureName}', { path });
  const { watching = false, mail = 'on' } = watch ?? {};
  const about = `Changes appear under the bell, ${aboutMail[mail]}.`;
  const toggle = () =>
    watching
      ? attempt(() => ask('DELETE /api/admin/user/watches/{featureName}', { path }), `You no longer watch ${feature}.`)
      : attempt(() => ask('PUT /api/admin/user/watches/{featureName}', { path }), `You watch ${feature}. ${about}`);
  return {
    title: watching ? 'Watching' : 'Watch',
    about,
    press: () => void toggle(),
    look: 'quiet',
    icon: 'bell',
    isOn: watching,
    refused: watch ? undefined : 'Not loaded yet.',
  };
}
