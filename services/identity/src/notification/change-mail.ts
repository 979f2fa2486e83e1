import type { Settings } from '@signalbox/kit';
import { linkTo } from '../base/link.ts';
import type { Mail } from '../base/mail/mail.ts';
import type { FeatureChange } from '../tables/notification.ts';
import { headlineOf } from './headline.ts';

const maxChanges = 50;

/** Mail about changes of a watched feature, oldest first, with links to the feature and out of further mails. */
export function changeMail(
  settings: Pick<Settings, 'baseUrl' | 'port'>,
  to: string,
  { changes, stopUrl }: { readonly changes: readonly [FeatureChange, ...FeatureChange[]]; readonly stopUrl: string },
): Mail {
  const { feature, project, asOwner } = changes.at(-1) ?? changes[0];
  const more = changes.length - maxChanges;
  return {
    to,
    subject: changes.length === 1 ? headlineOf(changes[0]) : `${feature}: ${changes.length} changes`,
    paragraphs: [...changes.slice(0, maxChanges).map(sentenceOf), ...(more > 0 ? [`And ${more} more.`] : [])],
    link: {
      label: 'View the feature',
      url: linkTo(settings, `/projects/${encodeURIComponent(project)}/features/${encodeURIComponent(feature)}`),
    },
    footer: `You receive this mail because you ${asOwner ? 'own' : 'watch'} the feature.`,
    unsubscribe: { label: 'Stop watching', url: stopUrl },
  };
}

const sentenceOf = ({ by, phrase, comment, at }: FeatureChange): string =>
  `${at.slice(0, 10)} ${at.slice(11, 16)} UTC: ${by} ${phrase}${comment === undefined ? '.' : `: “${comment}”`}`;
