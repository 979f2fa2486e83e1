import { calledOf, useSession } from '../server/session.ts';
import { Icon } from '../parts/mark/icon.tsx';
import { footOf, navigationOf } from './navigation.ts';
import { SectionLink, SectionLinkApart } from './section-link.tsx';
import { type Section, useAddress, useSections } from './page.ts';
import { logOut } from './log-out.ts';
import { Mark } from './mark.tsx';
import { ProjectChooser } from './project-chooser.tsx';
import { Button } from '../parts/mark/button.tsx';
import { openLayer } from '../parts/layer/layers.tsx';
import { useHelp } from './help-menu.tsx';
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

/** Further sections on a phone, where the bottom bar has room for only a few. */
function More() {
  const { section, project } = useAddress();
  const isInFoot = footOf(navigationOf(useSections(), project)).some(({ id }) => id === section);
  const open = () => openLayer({ title: 'More', isSheet: true, draw: (close) => <Further close={close} /> });
  return (
    <button type="button" class={styles.more} aria-haspopup="dialog" aria-current={isInFoot ? undefined : 'true'} onClick={open}>
      <Icon name="more" />
      <span>More</span>
    </button>
  );
}

function Further({ close }: { readonly close: () => void }) {
  const { project } = useAddress();
  const navigation = navigationOf(useSections(), project);
  const foot = footOf(navigation);
  const { links, version } = useHelp(true);
  return (
    <nav class={styles.further} aria-label="More">
      <ProjectChooser />
      {[...navigation.own, ...navigation.rare]
        .filter((section) => !foot.includes(section))
        .map((section) => (
          <SectionLink key={section.id} section={section} press={close} />
        ))}
      <h3>Instance</h3>
      {navigation.instance
        .filter((section) => !foot.includes(section))
        .map((section) => (
          <SectionLink key={section.id} section={section} press={close} />
        ))}
      <SectionLinkApart id="profile" press={close} />
      <h3>Help</h3>
      {links.map(({ title, href }) => (
        <a key={title} href={href} target="_blank" rel="noopener">
          <Icon name="link" />
          {title}
        </a>
      ))}
      <p class="dimmer">{version}</p>
      <Button look="button" press={() => void logOut()} text="Log out" />
    </nav>
  );
}
