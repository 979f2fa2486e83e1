import { revision } from '../server/request.ts';
import { calledOf, useSession } from '../server/session.ts';
import { frameTexts } from './texts.ts';
import { SectionLink, SectionLinkApart, useSectionsIn } from './section-link.tsx';
import { useAddress } from './page.ts';
import { logOut } from './log-out.ts';
import { Mark } from './mark.tsx';
import { More } from './more.tsx';
import { ProjectChooser } from './project-chooser.tsx';
import * as buttonStyles from '../parts/button.module.css';
import * as styles from './frame.module.css';

/** The main navigation and the current user. */
export function Rail() {
  const { project } = useAddress();
  const { user } = useSession();
  return (
    <nav class={styles.rail} aria-label={frameTexts.frame.navigation}>
      <a class={styles.brand} href="/">
        <Mark />
        <span>{frameTexts.product}</span>
      </a>
      {project !== null && <ProjectChooser project={project} />}
      {useSectionsIn(project).map((section) => (
        <SectionLink key={section.id} section={section} project={project} className={section.isAtFoot ? undefined : styles.wide} />
      ))}
      <More />
      <h2>{frameTexts.frame.instance}</h2>
      <SectionLinkApart id="settings" className={styles.wide} />
      <div class={styles.foot}>
        {revision.value !== null && <span>{frameTexts.frame.revision(revision.value)}</span>}
        {user && (
          <a class="inline" href="/profile">
            {frameTexts.frame.loggedInAs(calledOf(user))}
          </a>
        )}
        <button type="button" class={buttonStyles.link} onClick={() => void logOut()}>
          {frameTexts.frame.logOut}
        </button>
      </div>
    </nav>
  );
}
