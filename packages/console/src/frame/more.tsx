import { Icon } from '../parts/icon.tsx';
import { openLayer } from '../parts/layers.tsx';
import { frameTexts } from './texts.ts';
import { SectionLink, SectionLinkApart, useSectionsIn } from './section-link.tsx';
import { useAddress, useSections } from './page.ts';
import { logOut } from './log-out.ts';
import { ProjectChooser } from './project-chooser.tsx';
import * as buttonStyles from '../parts/button.module.css';
import * as styles from './frame.module.css';

/** Further sections on a phone, where the bottom bar has room for only a few. */
export function More() {
  const { section, project } = useAddress();
  const isInFoot = useSections().some(({ id, isAtFoot }) => id === section && isAtFoot);
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
      {useSectionsIn(project)
        .filter(({ isAtFoot }) => !isAtFoot)
        .map((section) => (
          <SectionLink key={section.id} section={section} project={project} press={close} />
        ))}
      <h3>{frameTexts.frame.instance}</h3>
      <SectionLinkApart id="settings" press={close} />
      <SectionLinkApart id="profile" press={close} />
      <button type="button" class={buttonStyles.button} onClick={() => void logOut()}>
        {frameTexts.frame.logOut}
      </button>
    </nav>
  );
}
