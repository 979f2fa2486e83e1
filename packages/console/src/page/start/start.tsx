import { projectHref } from '../../frame/address.ts';
import { Answer } from '../../parts/panel.tsx';
import { useAnswer } from '../../server/answer.ts';
import { pageTexts } from '../texts.ts';
import { startTexts } from './texts.ts';
import { ChangedLast } from './changed-last.tsx';
import { Favorites } from './favorites.tsx';
import { FirstSteps } from './first-steps.tsx';
import { KillSwitches } from './kill-switches.tsx';
import { WaitingForYou } from './waiting.tsx';
import { Title } from '../../parts/title.tsx';
import * as listStyles from '../../parts/list.module.css';
import * as pageHeadStyles from '../../parts/page-head.module.css';
import * as panelStyles from '../../parts/panel.module.css';

/** The start page: inbox, favorites, kill switches, recent changes and projects. */
export function Start() {
  const projects = useAnswer('GET /api/admin/projects', {});
  return (
    <>
      <div class={pageHeadStyles.head}>
        <Title>{startTexts.title}</Title>
      </div>
      <FirstSteps />
      <WaitingForYou />
      <Favorites />
      <KillSwitches />
      <ChangedLast />
      <section class={panelStyles.panel}>
        <header>
          <h2>{startTexts.projects}</h2>
        </header>
        <Answer of={projects}>
          {(answer) => (
            <ul class={listStyles.plain}>
              {answer.projects.map(({ id, name, featureCount }) => (
                <li key={id}>
                  <a href={projectHref(id)}>{name}</a>
                  <small>{pageTexts.projects.features(featureCount)}</small>
                </li>
              ))}
            </ul>
          )}
        </Answer>
      </section>
    </>
  );
}
