import { useSession } from '../../server/session.ts';
import { frameTexts } from '../../frame/texts.ts';
import { settingsTexts } from './texts.ts';
import { NotFound } from '../../frame/not-found.tsx';
import { chapterGroups } from './sections.ts';
import * as styles from './settings.module.css';

/** The settings: list of visible sections, and the selected one. */
export function Settings({ chapter, id }: { readonly chapter?: string; readonly id?: string }) {
  const { may, user } = useSession();
  if (user === undefined) return null;
  const isShown = ({ permissions }: (typeof all)[number]) => permissions.length === 0 || permissions.some((permission) => may(permission));
  const chosen = all.find((each) => each.id === chapter && isShown(each));
  if (chapter !== undefined && chosen === undefined) return <NotFound />;
  return (
    <div class={`${styles.chaptered} ${chosen === undefined ? '' : styles.at}`}>
      <nav aria-label={settingsTexts.title}>
        {chosen === undefined && <h1>{settingsTexts.title}</h1>}
        {chapterGroups
          .map((group) => ({ ...group, chapters: group.chapters.filter(isShown) }))
          .map(
            ({ title, chapters }) =>
              chapters.length > 0 && (
                <section key={title}>
                  <h2>{title}</h2>
                  {chapters.map((each) => (
                    <a key={each.id} href={`/settings/${each.id}`} aria-current={each === chosen ? 'page' : undefined}>
                      {frameTexts.settings.chapters[each.id].title}
                      <small>{frameTexts.settings.chapters[each.id].about}</small>
                    </a>
                  ))}
                </section>
              ),
          )}
      </nav>
      {chosen && (
        <div>
          <chosen.page key={id} {...(id !== undefined && { id })} />
        </div>
      )}
    </div>
  );
}

const all = chapterGroups.flatMap(({ chapters }) => chapters);
