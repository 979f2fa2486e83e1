import { calledOf, useSession } from '../server/session.ts';
import { Icon } from '../parts/mark/icon.tsx';
import { footOf, navigationOf } from './navigation.ts';
import { SectionLink } from './section-link.tsx';
import { type Section, useAddress, useSections } from './page.ts';
import { logOut } from './log-out.ts';
import { Mark } from './mark.tsx';
import { More } from './more.tsx';
import { ProjectChooser } from './project-chooser.tsx';
import { Button } from '../parts/mark/button.tsx';
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
    <nav class={styles.rail} aria-label="Main">
      <a class={styles.brand} href="/">
        <Mark />
        <span>Signalbox</span>
      </a>
      {navigation.instance.map(link)}
      <ProjectChooser />
      <div class={styles.own} role="group" aria-label="Project">
        {navigation.own.map(link)}
        <Rare sections={navigation.rare} />
      </div>
      <More />
      <div class={styles.foot}>
        {user && (
          <a class="inline" href="/profile">
            Logged in as {calledOf(user)}
          </a>
        )}
        <Button look="link" press={() => void logOut()} text="Log out" />
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
      <summary title="More">
        <Icon name="more" />
        <span>More</span>
        <Icon name="down" />
      </summary>
      {sections.map((section) => (
        <SectionLink key={section.id} section={section} />
      ))}
    </details>
  );
}
