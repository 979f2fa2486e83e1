import { useLocation } from 'preact-iso';
import { Icon, type IconName } from '../parts/icon.tsx';
import { useAnswer } from '../server/answer.ts';
import { revision } from '../server/request.ts';
import { calledOf, useSession } from '../server/session.ts';
import { words } from '../base/words.ts';
import { logOut } from './log-out.ts';
import { hrefOf, type Chapter, readAddress, projectHref } from './address.ts';
import { Mark } from './mark.tsx';

const general: readonly Chapter[] = ['start', 'projects'];
const ofProject: readonly Chapter[] = ['features', 'audit', 'settings'];
const ofInstance: readonly Chapter[] = ['audit'];

/** What a phone shows at its foot; the rest is reached from the start. */
const first: readonly Chapter[] = ['start', 'projects', 'features', 'audit'];

const icons: Readonly<Record<Chapter, IconName>> = {
  start: 'home',
  projects: 'projects',
  features: 'features',
  audit: 'audit',
  settings: 'settings',
  profile: 'user',
};

/** Where one can go, and who is there. */
export function Rail() {
  const { path } = useLocation();
  const { project } = readAddress(path);
  const { user } = useSession();
  return (
    <nav class="rail" aria-label={words.frame.navigation}>
      <a class="brand" href="/">
        <Mark />
        <span>{words.product}</span>
      </a>
      {project !== null && <ProjectChooser project={project} />}
      {[...general, ...(project === null ? ofInstance : ofProject)].map((chapter) => (
        <RailLink key={chapter} chapter={chapter} project={project} />
      ))}
      <h2>{words.frame.instance}</h2>
      <RailLink chapter="settings" project={null} />
      <div class="foot">
        {revision.value !== null && <span>{words.frame.revision(revision.value)}</span>}
        {user && (
          <a class="inline" href="/profile">
            {words.frame.loggedInAs(calledOf(user))}
          </a>
        )}
        <button type="button" class="b link" onClick={() => void logOut()}>
          {words.frame.logOut}
        </button>
      </div>
    </nav>
  );
}

function RailLink({ chapter, project }: { readonly chapter: Chapter; readonly project: string | null }) {
  const { path } = useLocation();
  const address = readAddress(path);
  const isHere = address.chapter === chapter && (chapter !== 'settings' || address.project === project);
  return (
    <a class={first.includes(chapter) ? '' : 'wide'} href={hrefOf(project, chapter)} aria-current={isHere ? 'page' : undefined}>
      <Icon name={icons[chapter]} />
      <span>{words.frame[chapter]}</span>
    </a>
  );
}

function ProjectChooser({ project }: { readonly project: string }) {
  const { route } = useLocation();
  const { data } = useAnswer('GET /api/admin/projects', {});
  const projects = data?.projects ?? [{ id: project, name: project }];
  return (
    <select
      class="where"
      aria-label={words.frame.project}
      value={project}
      onChange={(event) => route(projectHref(event.currentTarget.value))}
    >
      {projects.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
