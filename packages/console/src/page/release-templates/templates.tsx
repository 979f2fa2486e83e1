import { useLocation } from 'preact-iso/router';
import { templateHref } from '../../frame/address.ts';
import { execute } from '../../parts/layer/attempt.ts';
import { confirm } from '../../parts/layer/confirm.tsx';
import { ListPanel } from '../../parts/panel/list-panel.tsx';
import { PageHead } from '../../parts/panel/page-head.tsx';
import { partsTexts } from '../../parts/texts.ts';
import { send } from '../../server/call.ts';
import type { ReleaseTemplate } from '../../server/operations.ts';
import { pageTexts } from '../texts.ts';
import { describeShares } from './describe-shares.ts';
import { archivingOf, removalOf } from './template-calls.ts';
import { releaseTemplatesTexts } from './texts.ts';
import { useMayNotWriteTemplate } from './use-may-not-write-template.ts';
import type { Home } from '../../server/session.ts';
import { useTemplates } from './use-templates.ts';
import * as dataTableStyles from '../../parts/list/data-table.module.css';

/** The release templates that a project can use, or those of the instance. */
export function Templates({ project }: { readonly project?: string }) {
  const here: Home = project ?? null;
  const { route } = useLocation();
  const mayNot = useMayNotWriteTemplate();
  const create = () => route(templateHref(here, 'new'));
  return (
    <>
      <PageHead
        title={releaseTemplatesTexts.title}
        about={releaseTemplatesTexts.about}
        main={{ title: releaseTemplatesTexts.create, act: create, refused: mayNot('RELEASE_PLAN_TEMPLATE_CREATE', here) }}
      />
      <ListPanel
        label={releaseTemplatesTexts.title}
        of={useTemplates(here)}
        rows={(templates) => templates}
        nameOf={({ name }) => name}
        none={releaseTemplatesTexts.none}
        columns={[
          {
            title: releaseTemplatesTexts.template,
            cell: ({ id, name, description }) => (
              <span class={dataTableStyles.who}>
                <a href={templateHref(here, id)}>{name}</a>
                <small>{description}</small>
              </span>
            ),
          },
          { title: releaseTemplatesTexts.path, cell: ({ milestones }) => <span>{describeShares(milestones)}</span> },
          { title: releaseTemplatesTexts.home, cell: (template) => template.project ?? releaseTemplatesTexts.everywhere },
        ]}
        actions={(template) => [
          {
            title: pageTexts.edit,
            act: () => route(templateHref(here, template.id)),
            refused: mayNot('RELEASE_PLAN_TEMPLATE_UPDATE', template.project),
          },
          {
            title: releaseTemplatesTexts.archive,
            act: () => confirmArchiving(template),
            refused: mayNot('RELEASE_PLAN_TEMPLATE_DELETE', template.project),
          },
          {
            title: partsTexts.delete,
            act: () => confirmDeletion(template),
            refused: mayNot('RELEASE_PLAN_TEMPLATE_DELETE', template.project),
          },
        ]}
      />
    </>
  );
}

const confirmArchiving = ({ id, name, project }: ReleaseTemplate): void =>
  confirm({
    title: releaseTemplatesTexts.archiveTitle(name),
    about: releaseTemplatesTexts.archiveAbout,
    submitTitle: releaseTemplatesTexts.archiveThis,
    act: () => execute(() => send(archivingOf(project, id)), releaseTemplatesTexts.archived(name)),
  });

const confirmDeletion = ({ id, name, project }: ReleaseTemplate): void =>
  confirm({
    title: partsTexts.deleteWhat(name),
    about: releaseTemplatesTexts.deleteAbout,
    submitTitle: releaseTemplatesTexts.delete,
    act: () => execute(() => send(removalOf(project, id)), partsTexts.deleted(name)),
  });
