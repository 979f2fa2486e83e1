import { useLocation } from 'preact-iso/router';
import { templateHref } from '../../frame/address.ts';
import { confirm, deletionOf } from '../../parts/form/confirm.tsx';
import { ListPage, NameCell } from '../../parts/panel/list-panel.tsx';
import { send } from '../../server/call.ts';
import type { ReleaseTemplate } from '../../server/ask.ts';
import { describeShares } from './describe-shares.ts';
import { archivingOf, removalOf } from './template-calls.ts';
import { useMayNotWriteTemplate } from './use-may-not-write-template.ts';
import type { Home } from '../../server/session.ts';
import { useTemplates } from './use-templates.ts';

/** Subtitle of the list, and of a new template. */
export const templatesAbout = 'Milestones that bring a feature to users step by step. A release plan is a copy of a template.';

/** The release templates that a project can use, or those of the instance. */
export function Templates({ project }: { readonly project?: string }) {
  const here: Home = project ?? null;
  const { route } = useLocation();
  const mayNot = useMayNotWriteTemplate();
  const create = () => route(templateHref(here, 'new'));
  return (
    <ListPage
      title="Release templates"
      about={templatesAbout}
      main={{ title: 'New template', act: create, refused: mayNot('RELEASE_PLAN_TEMPLATE_CREATE', here) }}
      of={useTemplates(here)}
      rows={(templates) => templates}
      none="No release templates yet"
      columns={[
        {
          title: 'Template',
          cell: ({ id, name, description }) => <NameCell name={name} href={templateHref(here, id)} about={description} />,
        },
        { title: 'Milestones', cell: ({ milestones }) => <span>{describeShares(milestones)}</span> },
        { title: 'Available in', cell: (template) => template.project ?? 'all projects' },
      ]}
      actions={(template) => [
        {
          title: 'Edit',
          act: () => route(templateHref(here, template.id)),
          refused: mayNot('RELEASE_PLAN_TEMPLATE_UPDATE', template.project),
        },
        {
          title: 'Archive',
          act: () => confirmArchiving(template),
          refused: mayNot('RELEASE_PLAN_TEMPLATE_DELETE', template.project),
        },
        deletion(template, mayNot('RELEASE_PLAN_TEMPLATE_DELETE', template.project)),
      ]}
    />
  );
}

const confirmArchiving = ({ id, name, project }: ReleaseTemplate): void =>
  confirm({
    title: `Archive ${name}?`,
    about: 'It disappears from this list, and no new plan can be created from it. Existing plans continue.',
    submitTitle: 'Archive template',
    act: () => send(archivingOf(project, id)),
    done: `Archived ${name}.`,
  });

const deletion = ({ id, name, project }: ReleaseTemplate, refused: string | undefined) =>
  deletionOf({
    name,
    noun: 'template',
    about: 'Plans that were created from it continue.',
    remove: () => send(removalOf(project, id)),
    refused,
  });
