import { calledOf, useSession } from '../server/session.ts';
import { Icon } from '../parts/mark/icon.tsx';
import { frameTexts } from './texts.ts';
import { footOf, navigationOf } from './navigation.ts';
import { SectionLink } from './section-link.tsx';
import { type Section, useAddress, useSections } from './page.ts';
import { logOut } from './log-out.ts';
import { Mark } from './mark.tsx';
import { More } from './more.tsx';
import { ProjectChooser } from './project-chooser.tsx';
import * as buttonStyles from '../parts/mark/button.module.css';
import * as styles from './frame.module.css';

/** The main navigation and the current user. */
export function Rail() {
  const { project } = useAddress();
  const { user } = useSession();
  const navigation = navigationOf(useSections(), project);
  const foot = footOf(navigation);
  const link = (section: Section) => (
    <SectionLink key={section.title} section={section} className={foot.includes(section) ? undefined : styles.wide} />
  );
  return (
    <nav class={styles.rail} aria-label={frameTexts.frame.navigation}>
      <a class={styles.brand} href="/">
        <Mark />
        <span>{frameTexts.product}</span>
      </a>
      {navigation.instance.map(link)}
      <ProjectChooser />
      <div class={styles.own} role="group" aria-label={frameTexts.frame.project}>
        {navigation.own.map(link)}
        <Rare sections={navigation.rare} />
      </div>
      <More />
      <div class={styles.foot}>
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

/** The sections that are rarely needed. Open while one of them is shown. */
function Rare({ sections }: { readonly sections: readonly Section[] }) {
  const { section: current } = useAddress();
  if (sections.length === 0) return null;
  return (
    <details class={`${styles.wide} ${styles.rare}`} open={sections.some(({ id }) => id === current)}>
      <summary title={frameTexts.frame.more}>
        <Icon name="more" />
        <span>{frameTexts.frame.more}</span>
        <Icon name="down" />
      </summary>
      {sections.map((section) => (
        <SectionLink key={section.id} section={section} />
      ))}
    </details>
  );
}
