import { useLocation } from 'preact-iso';
import { Icon, type IconName } from '../parts/icon.tsx';
import { useAnswer } from '../server/answer.ts';
import { frameTexts } from './texts.ts';
import { type Chapter, chapters, hrefOf, readAddress } from './address.ts';

const general: readonly Chapter[] = ['start', 'projects'];
const ofInstance: readonly Chapter[] = ['segments', 'playground', 'audit'];
const ofProject = chapters.filter((chapter) => chapter !== 'profile' && !general.includes(chapter));

/** The chapters that one can go to, in a project or outside of all. */
export const chaptersIn = (project: string | null): readonly Chapter[] => [...general, ...(project === null ? ofInstance : ofProject)];

/** What a phone shows at its foot; the rest is behind “More”. */
const first: readonly Chapter[] = ['start', 'projects', 'features', 'change-requests', 'audit'];

export const isAtFoot = (chapter: Chapter): boolean => first.includes(chapter);

const icons: Readonly<Record<Chapter, IconName>> = {
  start: 'home',
  projects: 'projects',
  features: 'features',
  'change-requests': 'requests',
  segments: 'segments',
  personas: 'user',
  health: 'health',
  promote: 'transfer',
  playground: 'playground',
  audit: 'audit',
  connect: 'link',
  settings: 'settings',
  profile: 'user',
};

interface ChapterLinkProps {
  readonly chapter: Chapter;
  /** Null: the chapter of all projects. */
  readonly project: string | null;
  readonly className?: string;
  readonly press?: () => void;
}

/** The way to a chapter, and whether one is there. */
export function ChapterLink({ chapter, project, className, press }: ChapterLinkProps) {
  const { path } = useLocation();
  const address = readAddress(path);
  const isHere = address.chapter === chapter && (chapter !== 'settings' || address.project === project);
  return (
    <a class={className} href={hrefOf(project, chapter)} aria-current={isHere ? 'page' : undefined} onClick={press}>
      <Icon name={icons[chapter]} />
      <span>{frameTexts.frame[chapter]}</span>
      {chapter === 'start' && <Waiting />}
      {chapter === 'change-requests' && project !== null && <WaitingIn project={project} />}
    </a>
  );
}

const askedEveryMs = 60_000;

/** How many change requests wait for whoever is there, in all projects. */
function Waiting() {
  const { data } = useAnswer('GET /api/admin/inbox', {}, { everyMs: askedEveryMs });
  return <Count of={data ? data.reviews.total + data.emergencies.total : 0} />;
}

function WaitingIn({ project }: { readonly project: string }) {
  const path = { projectId: project };
  const { data } = useAnswer('GET /api/admin/projects/{projectId}/change-requests/actionable', { path }, { everyMs: askedEveryMs });
  return <Count of={data?.total ?? 0} />;
}

const Count = ({ of }: { readonly of: number }) =>
  of === 0 ? null : (
    <b class="n hot" aria-label={frameTexts.frame.waiting(of)}>
      {of}
    </b>
  );
