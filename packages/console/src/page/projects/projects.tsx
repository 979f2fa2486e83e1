import { counted } from '../../base/counted.ts';
import { projectHref } from '../../frame/address.ts';
import { PageHead } from '../../parts/panel/page-head.tsx';
import { Answer, Empty } from '../../parts/panel/panel.tsx';
import { useAnswer } from '../../server/answer.ts';
import { useLack } from '../../server/session.ts';
import { askForProject } from './new-project.ts';
import * as panelStyles from '../../parts/panel/panel.module.css';
import * as styles from './projects.module.css';

/** Projects that the user can see. */
export function Projects() {
  const projects = useAnswer('GET /api/admin/projects', {});
  const refused = useLack()('CREATE_PROJECT');
  return (
    <>
      <PageHead
        title="Projects"
        about="Each project has its own features and members."
        main={{ title: 'New project', act: askForProject, refused }}
      />
      <Answer of={projects}>
        {({ projects: found }) =>
          found.length === 0 ? (
            <Empty title="No projects">
              <p>Ask an administrator to add you to a project.</p>
            </Empty>
          ) : (
            <ul class={styles.cards}>
              {found.map((project) => (
                <li key={project.id} class={panelStyles.panel}>
                  <a href={projectHref(project.id)}>
                    <h2>{project.name}</h2>
                    <p class="dim">{project.description}</p>
                    <small>
                      {[
                        counted(project.featureCount, 'feature'),
                        counted(project.memberCount, 'member'),
                        `${project.health}% healthy`,
                        ...(project.mode === 'open' ? [] : [project.mode]),
                      ].join(' · ')}
                    </small>
                  </a>
                </li>
              ))}
            </ul>
          )
        }
      </Answer>
    </>
  );
}
