import { projectHref } from '../../frame/address.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { Answer, Empty } from '../../parts/panel.tsx';
import { useAnswer } from '../../server/answer.ts';
import { useLack } from '../../server/session.ts';
import { words } from '../../base/words.ts';
import { askForProject } from './new-project.ts';

/** Every project that the person may see. */
export function Projects() {
  const projects = useAnswer('GET /api/admin/projects', {});
  const refused = useLack()('CREATE_PROJECT');
  return (
    <>
      <PageHead
        title={words.projects.title}
        about={words.projects.about}
        main={{ title: words.projects.create, act: askForProject, refused }}
      />
      <Answer of={projects}>
        {({ projects: found }) =>
          found.length === 0 ? (
            <Empty title={words.projects.none}>
              <p>{words.projects.noneAbout}</p>
            </Empty>
          ) : (
            <ul class="cards">
              {found.map((project) => (
                <li key={project.id} class="panel">
                  <a href={projectHref(project.id)}>
                    <h2>{project.name}</h2>
                    <p class="dim">{project.description}</p>
                    <small>
                      {[
                        words.projects.features(project.featureCount),
                        words.projects.members(project.memberCount),
                        words.projects.health(project.health),
                        ...(project.mode === 'open' ? [] : [words.projects.modes[project.mode]]),
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
