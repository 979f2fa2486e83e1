import { useLocation } from 'preact-iso';
import { Icon } from '../parts/icon.tsx';
import { openLayer } from '../parts/layers.tsx';
import { words } from '../base/words.ts';
import { readAddress } from './address.ts';
import { ChapterLink, chaptersIn, isAtFoot } from './chapter-link.tsx';
import { logOut } from './log-out.ts';
import { ProjectChooser } from './project-chooser.tsx';

/** Where else one can go from a phone, whose foot has room for a few chapters. */
export function More() {
  const { path } = useLocation();
  const { chapter, project } = readAddress(path);
  const open = () => openLayer({ title: words.frame.more, isSheet: true, draw: (close) => <Further project={project} close={close} /> });
  return (
    <button type="button" class="more" aria-haspopup="dialog" aria-current={isAtFoot(chapter) ? undefined : 'true'} onClick={open}>
      <Icon name="more" />
      <span>{words.frame.more}</span>
    </button>
  );
}

function Further({ project, close }: { readonly project: string | null; readonly close: () => void }) {
  return (
    <nav class="further" aria-label={words.frame.more}>
      {project !== null && <ProjectChooser project={project} />}
      {chaptersIn(project)
        .filter((chapter) => !isAtFoot(chapter))
        .map((chapter) => (
          <ChapterLink key={chapter} chapter={chapter} project={project} press={close} />
        ))}
      <h3>{words.frame.instance}</h3>
      <ChapterLink chapter="settings" project={null} press={close} />
      <ChapterLink chapter="profile" project={null} press={close} />
      <button type="button" class="b" onClick={() => void logOut()}>
        {words.frame.logOut}
      </button>
    </nav>
  );
}
