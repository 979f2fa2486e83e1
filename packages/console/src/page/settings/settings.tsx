import { useLack, useSession } from '../../server/session.ts';
import { Empty } from '../../parts/panel/panel.tsx';
import { NotFound } from '../../frame/not-found.tsx';
import { sectionGroups } from './sections.ts';
import { Title } from '../../parts/mark/title.tsx';
import * as styles from './settings.module.css';
import { settingsTitles } from '../../frame/settings-titles.ts';
import { settingsAbouts } from './abouts.ts';

/** The settings: list of visible sections, and the selected one. */
export function Settings({ section, id }: { readonly section?: string; readonly id?: string }) {
  const { may, user } = useSession();
  const lack = useLack();
  if (user === undefined) return null;
  const isShown = ({ permissions }: (typeof all)[number]) => permissions.length === 0 || permissions.some((permission) => may(permission));
  const named = all.find((each) => each.id === section);
  if (named && !isShown(named))
    return (
      <Empty title="You can’t open this page" isPage>
        <p>{lack(named.permissions[0] ?? 'ADMIN')}</p>
      </Empty>
    );
  if (section !== undefined && !named) return <NotFound />;
  return (
    <div class={`${styles.sectioned} ${named === undefined ? '' : styles.at}`}>
      <nav aria-label="Settings">
        {named === undefined && <Title>Settings</Title>}
        {sectionGroups
          .map((group) => ({ ...group, sections: group.sections.filter(isShown) }))
          .map(
            ({ title, sections }) =>
              sections.length > 0 && (
                <section key={title}>
                  <h2>{title}</h2>
                  {sections.map((each) => (
                    <a key={each.id} href={`/settings/${each.id}`} aria-current={each === named ? 'page' : undefined}>
                      {settingsTitles[each.id]}
                      <small>{settingsAbouts[each.id]}</small>
                    </a>
                  ))}
                </section>
              ),
          )}
      </nav>
      {named && (
        <div>
          <named.page key={id} {...(id !== undefined && { id })} />
        </div>
      )}
    </div>
  );
}

const all = sectionGroups.flatMap(({ sections }) => sections);
