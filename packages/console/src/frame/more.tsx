import { Icon } from '../parts/mark/icon.tsx';
import { openLayer } from '../parts/layer/layers.tsx';
import { useHelp } from './help-menu.tsx';
import { footOf, navigationOf } from './navigation.ts';
import { SectionLink, SectionLinkApart } from './section-link.tsx';
import { useAddress, useSections } from './page.ts';
import { logOut } from './log-out.ts';
import { ProjectChooser } from './project-chooser.tsx';
import { Button } from '../parts/mark/button.tsx';
import * as styles from './frame.module.css';

/** Further sections on a phone, where the bottom bar has room for only a few. */
export function More() {
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
