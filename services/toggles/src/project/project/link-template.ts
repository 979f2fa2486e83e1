import { nullable } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import type { Settings } from '@signalbox/kit';
import { badValue } from '../../base/input/bad-value.ts';
import type { LinkTemplate } from '../../tables/project.ts';
import { featureLinks, refuseTooMany } from '../../base/setting/limits.ts';

/** Link templates as requests send them. The title defaults to the address. */
export const LinkTemplatesInput = Type.Array(
  Type.Object({
    urlTemplate: Type.String({ minLength: 1, maxLength: 1500 }),
    title: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
  }),
);
export type LinkTemplatesInput = Static<typeof LinkTemplatesInput>;

/** The address for one feature. Names need no escaping because they are safe in addresses. */
export const filledIn = ({ urlTemplate }: Pick<LinkTemplate, 'urlTemplate'>, project: string, feature: string): string =>
  urlTemplate.replaceAll(/\{\{(project|feature)\}\}/g, (_, name) => (name === 'project' ? project : feature));

/**
 * Returns the templates as they are stored. Throws 400 for more than a feature may have, and for a template that does not
 * result in a page address.
 */
export function normaliseLinkTemplates(templates: LinkTemplatesInput, settings: Settings): LinkTemplate[] {
  refuseTooMany(settings, featureLinks, templates.length, { path: 'linkTemplates' });
  return templates.map(({ urlTemplate, title }, index) => {
    if (!/^https?:\/\/[^/?#{}]+(?:[/?#]|$)/.test(urlTemplate) || !URL.canParse(filledIn({ urlTemplate }, 'project', 'feature')))
      throw badValue(
        `linkTemplates/${index}/urlTemplate`,
        `must be a URL with a host that starts with https:// or http://; got ${urlTemplate}`,
      );
    return { urlTemplate, title: title || null };
  });
}
