import { featureHref, projectHref } from '../../frame/address.ts';
import { Answer } from '../../parts/panel.tsx';
import { useAnswer } from '../../server/answer.ts';
import { words } from '../../base/words.ts';

const maxFavorites = 20;

/** What somebody comes back to: favorites, and the projects that are theirs. */
export function Start() {
  const favorites = useAnswer('GET /api/admin/search/features', {
    query: { favorite: 'IS:true', limit: String(maxFavorites), sortBy: 'name', with: 'reach' },
  });
  const projects = useAnswer('GET /api/admin/projects', {});
  return (
    <>
      <div class="head">
        <h1>{words.start.title}</h1>
      </div>
      <section class="panel">
        <header>
          <h2>{words.start.favorites}</h2>
        </header>
        <Answer of={favorites}>
          {({ features }) =>
            features.length === 0 ? (
              <p class="body dim">{words.start.noFavorites}</p>
            ) : (
              <ul class="plain">
                {features.map(({ name, project }) => (
                  <li key={name}>
                    <a class="mono" href={featureHref(project, name)}>
                      {name}
                    </a>
                    <small>{project}</small>
                  </li>
                ))}
              </ul>
            )
          }
        </Answer>
      </section>
      <section class="panel">
        <header>
          <h2>{words.start.projects}</h2>
        </header>
        <Answer of={projects}>
          {(answer) => (
            <ul class="plain">
              {answer.projects.map(({ id, name, featureCount }) => (
                <li key={id}>
                  <a href={projectHref(id)}>{name}</a>
                  <small>{words.projects.features(featureCount)}</small>
                </li>
              ))}
            </ul>
          )}
        </Answer>
      </section>
    </>
  );
}
