import { useLocation } from 'preact-iso';
import { Icon } from '../parts/icon.tsx';
import { openLayer } from '../parts/layers.tsx';
import { frameTexts } from './texts.ts';
import { readAddress } from './address.ts';
import { ChapterLink, chaptersIn, isAtFoot } from './chapter-link.tsx';
import { logOut } from './log-out.ts';
import { ProjectChooser } from './project-chooser.tsx';

/** Where else one can go from a phone, whose foot has room for a few chapters. */
export function More() {
  const { path } = useLocation();
  const { chapter, project } = readAddress(path);
  const open = () =>
    openLayer({ title: frameTexts.frame.more, isSheet: true, draw: (close) => <Further project={project} close={close} /> });
  return (
    <button type="button" class="more" aria-haspopup="dialog" aria-current={isAtFoot(chapter) ? undefined : 'true'} onClick={open}>
      <Icon name="more" />
      <span>{frameTexts.frame.more}</span>
    </button>
  );
}

function Further({ project, close }: { readonly project: string | null; readonly close: () => void }) {
  return (
    <nav class="further" aria-label={frameTexts.frame.more}>
      {project !== null && <ProjectChooser project={project} />}
      {chaptersIn(project)
        .filter((chapter) => !isAtFoot(chapter))
        .map((chapter) => (
          <ChapterLink key={chapter} chapter={chapter} project={project} press={close} />
        ))}
      <h3>{frameTexts.frame.instance}</h3>
      <ChapterLink chapter="settings" project={null} press={close} />
      <ChapterLink chapter="profile" project={null} press={close} />
      <button type="button" class="b" onClick={() => void logOut()}>
        {frameTexts.frame.logOut}
      </button>
    </nav>
  );
}
