import { projectHref } from '../../frame/address.ts';
import { Answer, Empty } from '../../parts/panel.tsx';
import { useAnswer } from '../../server/answer.ts';
import { words } from '../../base/words.ts';

/** Every project that the person may see. */
export function Projects() {
  const projects = useAnswer('GET /api/admin/projects', {});
  return (
    <>
      <div class="head">
        <div>
          <h1>{words.projects.title}</h1>
          <p class="dim">{words.projects.about}</p>
        </div>
      </div>
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
