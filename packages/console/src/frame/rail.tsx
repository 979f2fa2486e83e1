import { calledOf, useSession } from '../server/session.ts';
import { Icon } from '../parts/mark/icon.tsx';
import { footOf, navigationOf } from './navigation.ts';
import { SectionLink, SectionLinkApart } from './section-link.tsx';
import { type Section, useAddress, useSections, sectionAt } from './page.ts';
import { logOut } from './log-out.ts';
import { Mark } from './mark.tsx';
import { nextTheme, theme, themeTitles } from './theme.ts';
import { Button } from '../parts/mark/button.tsx';
import { openLayer } from '../parts/layer/layers.tsx';
import { useHelp } from './help-menu.tsx';
import * as styles from './frame.module.css';
import { useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Select } from '../parts/form/select.tsx';
import { leave } from '../parts/layer/unsaved.tsx';
import { useAnswer } from '../server/ask.ts';
import { hrefOf } from './address.ts';
import { recentProjectsKey } from './palette.ts';

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
      <Button look="button" press={nextTheme} text={themeTitles[theme.value]} />
      <Button look="button" press={() => void logOut()} text="Log out" />
    </nav>
  );
}

const maxRecent = 5;

/** Notes the project as the latest one. Returns the recent ones. */
function useRecent(project: string | null): readonly string[] {
  return useMemo(() => {
    const stored = (localStorage.getItem(recentProjectsKey) ?? '').split(' ').filter((id) => id !== '' && id !== project);
    const recent = [...(project === null ? [] : [project]), ...stored].slice(0, maxRecent);
    localStorage.setItem(recentProjectsKey, recent.join(' '));
    return recent;
  }, [project]);
}

/** Not the id of a project. */
const all = '';

/** Chooses a project, recent ones first, or all of them. Stays in the section if it exists there. */
function ProjectChooser() {
  const { route } = useLocation();
  const { project, section } = useAddress();
  const sections = useSections();
  const { data } = useAnswer('GET /api/admin/projects', {});
  const recent = useRecent(project);
  const rank = ({ id }: { readonly id: string }) => (recent.includes(id) ? recent.indexOf(id) : maxRecent);
  const projects = (data?.projects ?? (project === null ? [] : [{ id: project, name: project }])).toSorted(
    (one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name, 'en', { numeric: true }),
  );
  const choose = (id: string) => {
    const chosen = id === all ? null : id;
    const other = sectionAt(sections, { project: chosen, section });
    const same = other !== undefined && other === sectionAt(sections, { project, section });
    leave(() => route(hrefOf(chosen, same ? section : chosen === null ? 'projects' : 'features')));
  };
  return (
    <Select
      className={styles.where}
      label="Project"
      value={project ?? all}
      choices={[{ value: all, title: 'All projects' }, ...projects.map(({ id, name }) => ({ value: id, title: name }))]}
      change={choose}
    />
  );
}
