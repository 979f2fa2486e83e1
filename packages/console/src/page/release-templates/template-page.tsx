import { useLocation } from 'preact-iso/router';
import { useMemo } from 'preact/hooks';
import { hrefOf, templateHref } from '../../frame/address.ts';
import { Icon } from '../../parts/mark/icon.tsx';
import { NoSuch } from '../../parts/panel/no-such.tsx';
import { Failed, Skeleton } from '../../parts/panel/panel.tsx';
import { Title } from '../../parts/mark/title.tsx';
import { showToast } from '../../parts/layer/toast.tsx';
import { send } from '../../server/call.ts';
import type { ReleaseTemplate } from '../../server/operations.ts';
import { pageTexts } from '../texts.ts';
import { creationOf, replacementOf } from './template-calls.ts';
import { bodyOf, templateContent } from './template-content.ts';
import { TemplateEditor } from './template-editor.tsx';
import { releaseTemplatesTexts } from './texts.ts';
import { useMayNotWriteTemplate } from './use-may-not-write-template.ts';
import type { Home } from '../../server/session.ts';
import { useTemplate } from './use-templates.ts';
import * as noteStyles from '../../parts/mark/note.module.css';
import * as pageHeadStyles from '../../parts/panel/page-head.module.css';
import * as tagStyles from '../../parts/mark/tag.module.css';

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
  const found = useTemplate(here, id);
  if (found.data) return <ShownTemplate here={here} template={found.data} />;
  if (found.error?.status === 404) return <NoTemplate here={here} />;
  if (found.error) return <Failed refusal={found.error} again={() => void found.refetch()} />;
  return <Skeleton />;
}

const NoTemplate = ({ here }: { readonly here: Home }) => (
  <NoSuch title={releaseTemplatesTexts.noSuch} href={hrefOf(here, 'release-templates')} all={releaseTemplatesTexts.all} />
);

function ShownTemplate({ here, template }: { readonly here: Home; readonly template: ReleaseTemplate }) {
  const { route } = useLocation();
  const { id, name, description, project, archivedAt } = template;
  const latest = useMemo(() => templateContent(template), [template]);
  const mayNot = useMayNotWriteTemplate()('RELEASE_PLAN_TEMPLATE_UPDATE', project);
  const refused = archivedAt === null ? mayNot : releaseTemplatesTexts.isArchived;
  return (
    <>
      <div class={pageHeadStyles.head}>
        <div class={pageHeadStyles.about}>
          <Title>{name}</Title>
          <p class="dim">
            {description && <span>{description}</span>}
            <span class={tagStyles.tag}>{project ?? releaseTemplatesTexts.everywhere}</span>
          </p>
        </div>
      </div>
      {refused !== undefined && (
        <p class={`${noteStyles.caution} ${pageHeadStyles.head}`}>
          <Icon name="lock" />
          {refused}
        </p>
      )}
      <TemplateEditor
        home={project}
        latest={latest}
        submitTitle={releaseTemplatesTexts.save}
        refused={refused}
        save={async (content) => {
          const saved = (await send(replacementOf(project, id, bodyOf(content)))) as ReleaseTemplate;
          showToast(pageTexts.saved(content.name));
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
      <div class={pageHeadStyles.head}>
        <div>
          <Title>{releaseTemplatesTexts.create}</Title>
          <p class="dim">{releaseTemplatesTexts.about}</p>
        </div>
      </div>
      <TemplateEditor
        home={here}
        latest={null}
        submitTitle={releaseTemplatesTexts.createThis}
        refused={refused}
        save={async (content) => {
          const created = (await send(creationOf(here, bodyOf(content)))) as ReleaseTemplate;
          showToast(releaseTemplatesTexts.created(content.name));
          route(templateHref(here, created.id), true);
          return templateContent(created);
        }}
        close={() => route(hrefOf(here, 'release-templates'))}
      />
    </>
  );
}
