import { Icon } from '../parts/icon.tsx';
import { openLayer } from '../parts/layers.tsx';
import { frameTexts } from './texts.ts';
import { ChapterLink, ChapterLinkApart, useChaptersIn } from './chapter-link.tsx';
import { useAddress, useChapters } from './page.ts';
import { logOut } from './log-out.ts';
import { ProjectChooser } from './project-chooser.tsx';
import * as buttonStyles from '../parts/button.module.css';
import * as styles from './frame.module.css';

/** Further sections on a phone, where the bottom bar has room for only a few. */
export function More() {
  const { chapter, project } = useAddress();
  const isInFoot = useChapters().some(({ id, isAtFoot }) => id === chapter && isAtFoot);
  const open = () =>
    openLayer({ title: frameTexts.frame.more, isSheet: true, draw: (close) => <Further project={project} close={close} /> });
  return (
    <button type="button" class={styles.more} aria-haspopup="dialog" aria-current={isInFoot ? undefined : 'true'} onClick={open}>
      <Icon name="more" />
      <span>{frameTexts.frame.more}</span>
    </button>
  );
}

function Further({ project, close }: { readonly project: string | null; readonly close: () => void }) {
  return (
    <nav class={styles.further} aria-label={frameTexts.frame.more}>
      {project !== null && <ProjectChooser project={project} />}
      {useChaptersIn(project)
        .filter(({ isAtFoot }) => !isAtFoot)
        .map((chapter) => (
          <ChapterLink key={chapter.id} chapter={chapter} project={project} press={close} />
        ))}
      <h3>{frameTexts.frame.instance}</h3>
      <ChapterLinkApart id="settings" press={close} />
      <ChapterLinkApart id="profile" press={close} />
      <button type="button" class={buttonStyles.button} onClick={() => void logOut()}>
        {frameTexts.frame.logOut}
      </button>
    </nav>
  );
}
