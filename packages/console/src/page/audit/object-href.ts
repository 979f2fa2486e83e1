import { changeRequestHref, projectHref, segmentHref, templateHref } from '../../frame/address.ts';
import type { Event } from '../../server/ask.ts';

type LoggedEvent = Pick<Event, 'type' | 'project' | 'data' | 'preData'>;
type Id = number | string;

/** The page of an object, by the type of an event that leaves the object in place. */
const pages: readonly { readonly of: RegExp; readonly href: (id: Id, project: string | null) => string }[] = [
  { of: /^project-(?:created|updated)$/, href: (id) => projectHref(String(id)) },
  { of: /^segment-(?:created|updated)$/, href: (id, project) => segmentHref(project, Number(id)) },
  { of: /^release-plan-template-(?:created|updated)$/, href: (id) => templateHref(null, String(id)) },
  { of: /^addon-config-(?:created|updated)$/, href: (id) => `/settings/webhooks/${id}` },
];

/** The list of the settings that contains the object, by the beginning of a type. */
const lists: Readonly<Record<string, string>> = {
  user: 'users',
  'service-account': 'service-accounts',
  group: 'groups',
  role: 'roles',
  'api-token': 'api-tokens',
  'public-signup-token': 'sign-up',
  environment: 'environments',
  'context-field': 'context-fields',
  'tag-type': 'tag-types',
  strategy: 'strategies',
};

/** The address of the object that an event names: its page, or a list that contains it. Null if there is none, or if the event deleted it. */
export function objectHref({ type, project, data, preData }: LoggedEvent): string | null {
  const request = (data ?? preData)?.['changeRequestId'];
  if (project !== null && typeof request === 'number') return changeRequestHref(project, request);
  const id = data?.['id'];
  const page = pages.find(({ of }) => of.test(type));
  if (page && isId(id)) return page.href(id, project);
  const [, noun = ''] = /^(.+)-(?:created|updated)$/.exec(type) ?? [];
  const list = lists[noun];
  return list === undefined ? null : `/settings/${list}`;
}

const isId = (id: unknown): id is Id => typeof id === 'number' || typeof id === 'string';
