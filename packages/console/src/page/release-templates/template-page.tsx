import { useLocation } from 'preact-iso/router';
import { useMemo } from 'preact/hooks';
import { hrefOf, templateHref } from '../../frame/address.ts';
import { Icon } from '../../parts/mark/icon.tsx';
import { NoSuch } from '../../parts/panel/no-such.tsx';
import { Answer } from '../../parts/panel/panel.tsx';
import { AboutShared, PageHead } from '../../parts/panel/page-head.tsx';
import { showToast } from '../../parts/layer/toast.tsx';
import { send } from '../../server/call.ts';
import type { ReleaseTemplate } from '../../server/ask.ts';
import { creationOf, replacementOf } from './template-calls.ts';
import { bodyOf, templateContent } from './template-content.ts';
import { TemplateEditor } from './template-editor.tsx';
import { useMayNotWriteTemplate } from './use-may-not-write-template.ts';
import type { Home } from '../../server/session.ts';
import { useTemplate } from './use-templates.ts';
import * as noteStyles from '../../parts/mark/note.module.css';
import * as pageHeadStyles from '../../parts/panel/page-head.module.css';
import { templatesAbout } from './templates.tsx';

interface TemplatePageProps {
  readonly project?: string;
  /** Id, or `new`. */
  readonly id: string;
}

/** The page of a release template, with its editor. */
export function TemplatePage({ project, id }: TemplatePageProps) {
  const here: Home = project ?? null;
  return id === 'new' ? <NewTemplate here={here} /> : <KnownTemplate key={id} here={here} id={id} />;
}

function KnownTemplate({ here, id }: { readonly here: Home; readonly id: string }) {
  return (
    <Answer of={useTemplate(here, id)} none={<NoTemplate here={here} />}>
      {(template) => <ShownTemplate here={here} template={template} />}
    </Answer>
  );
}

const NoTemplate = ({ here }: { readonly here: Home }) => (
  <NoSuch title="Release template not found" href={hrefOf(here, 'release-templates')} all="All release templates" />
);

function ShownTemplate({ here, template }: { readonly here: Home; readonly template: ReleaseTemplate }) {
  const { route } = useLocation();
  const { id, name, description, project, archivedAt } = template;
  const latest = useMemo(() => templateContent(template), [template]);
  const mayNot = useMayNotWriteTemplate()('RELEASE_PLAN_TEMPLATE_UPDATE', project);
  const refused = archivedAt === null ? mayNot : 'This template is archived: it can’t be changed, and no plan can be created from it.';
  return (
    <>
      <PageHead title={name} about={<AboutShared description={description} project={project} />} />
      {refused !== undefined && (
        <p class={`${noteStyles.caution} ${pageHeadStyles.head}`}>
          <Icon name="lock" />
          {refused}
        </p>
      )}
      <TemplateEditor
        home={project}
        latest={latest}
        submitTitle="Save template"
        refused={refused}
        save={async (content) => {
          const saved = (await send(replacementOf(project, id, bodyOf(content)))) as ReleaseTemplate;
          showToast(`Saved ${content.name}.`);
          return templateContent(saved);
        }}
        close={() => route(hrefOf(here, 'release-templates'))}
      />
    </>
  );
}

function NewTemplate({ here }: { readonly here: Home }) {
  const { route } = useLocation();
  const refused = useMayNotWriteTemplate()('RELEASE_PLAN_TEMPLATE_CREATE', here);
  return (
    <>
      <PageHead title="New template" about={templatesAbout} />
      <TemplateEditor
        home={here}
        latest={null}
        submitTitle="Create template"
        refused={refused}
        save={async (content) => {
          const created = (await send(creationOf(here, bodyOf(content)))) as ReleaseTemplate;
          showToast(`Created ${content.name}.`);
          route(templateHref(here, created.id), true);
          return templateContent(created);
        }}
        close={() => route(hrefOf(here, 'release-templates'))}
      />
    </>
  );
}
