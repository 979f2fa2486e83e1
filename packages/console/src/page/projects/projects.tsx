import { projectHref } from '../../frame/address.ts';
import { PageHead } from '../../parts/panel/page-head.tsx';
import { Answer, Empty } from '../../parts/panel/panel.tsx';
import { useAnswer } from '../../server/answer.ts';
import { useLack } from '../../server/session.ts';
import { projectsTexts } from './texts.ts';
import { askForProject } from './new-project.ts';
import { partsTexts } from '../../parts/texts.ts';
import * as panelStyles from '../../parts/panel/panel.module.css';
import * as styles from './projects.module.css';

/** Projects that the user can see. */
export function Projects() {
  const projects = useAnswer('GET /api/admin/projects', {});
  const refused = useLack()('CREATE_PROJECT');
  return (
    <>
      <PageHead
        title={projectsTexts.title}
        about={projectsTexts.about}
        main={{ title: projectsTexts.create, act: askForProject, refused }}
      />
      <Answer of={projects}>
        {({ projects: found }) =>
          found.length === 0 ? (
            <Empty title={projectsTexts.none}>
              <p>{projectsTexts.noneAbout}</p>
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
                        partsTexts.featureCount(project.featureCount),
                        projectsTexts.members(project.memberCount),
                        projectsTexts.health(project.health),
                        ...(project.mode === 'open' ? [] : [projectsTexts.modes[project.mode]]),
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
