import { counted } from '../../base/counted.ts';
import { projectHref } from '../../frame/address.ts';
import { Answer } from '../../parts/panel/panel.tsx';
import { useAnswer } from '../../server/answer.ts';
import * as listStyles from '../../parts/mark/list.module.css';
import * as panelStyles from '../../parts/panel/panel.module.css';
import * as styles from './start.module.css';

const maxShown = 5;

const allProjects = (count: number | undefined) =>
  count === undefined || count < 2 ? 'All projects' : `All ${count.toLocaleString('en')}`;

/** The first projects, and a link to all of them. */
export function FirstProjects() {
  const projects = useAnswer('GET /api/admin/projects', {});
  return (
    <section class={`${panelStyles.panel} ${styles.projects}`}>
      <header>
        <h2>Projects</h2>
        <a class={panelStyles.end} href="/projects">
          {allProjects(projects.data?.projects.length)}
        </a>
      </header>
      <Answer of={projects}>
        {(answer) => (
          <ul class={listStyles.plain}>
            {answer.projects.slice(0, maxShown).map(({ id, name, featureCount }) => (
              <li key={id}>
                <a href={projectHref(id)}>{name}</a>
                <small>{counted(featureCount, 'feature')}</small>
              </li>
            ))}
          </ul>
        )}
      </Answer>
    </section>
  );
}
