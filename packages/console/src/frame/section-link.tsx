import { Icon } from '../parts/icon.tsx';
import { useAnswer } from '../server/answer.ts';
import { frameTexts } from './texts.ts';
import { hrefOf } from './address.ts';
import { type Section, useAddress, useSections } from './page.ts';
import * as countStyles from '../parts/count.module.css';
import * as styles from './frame.module.css';

/** The navigation sections of a project, or of the instance if `project` is null. */
export function useSectionsIn(project: string | null): readonly Section[] {
  const sections = useSections();
  return sections.filter((section) => (section.of !== 'instance' && project !== null) || isGeneral(section, project));
}

const isGeneral = ({ of, isApart }: Section, project: string | null): boolean =>
  isApart === undefined && (of === 'instance' || (of === 'both' && project === null));

interface SectionLinkProps {
  readonly section: Section;
  /** Null for sections of the instance. */
  readonly project: string | null;
  readonly className?: string | undefined;
  readonly press?: () => void;
}

/** A link to a section, marked if it is the current one. */
export function SectionLink({ section, project, className, press }: SectionLinkProps) {
  const address = useAddress();
  const { id, icon, title } = section;
  const isHere = address.section === id && (id !== 'settings' || address.project === project);
  return (
    <a class={className} href={hrefOf(project, id)} aria-current={isHere ? 'page' : undefined} onClick={press}>
      <Icon name={icon} />
      <span>{title}</span>
      {id === 'start' && <Waiting />}
      {id === 'change-requests' && project !== null && <WaitingIn project={project} />}
    </a>
  );
}

const pollMs = 60_000;

/** Number of change requests in all projects that are waiting for the user. */
export function useWaiting(): number {
  const { data } = useAnswer('GET /api/admin/inbox', {}, { everyMs: pollMs });
  return data ? data.reviews.total + data.emergencies.total : 0;
}

const Waiting = () => <Count of={useWaiting()} />;

function WaitingIn({ project }: { readonly project: string }) {
  const path = { projectId: project };
  const { data } = useAnswer('GET /api/admin/projects/{projectId}/change-requests/actionable', { path }, { everyMs: pollMs });
  return <Count of={data?.total ?? 0} />;
}

const Count = ({ of }: { readonly of: number }) =>
  of === 0 ? null : (
    <b class={`${countStyles.waiting} ${styles.count}`} aria-label={frameTexts.frame.waiting(of)}>
      {of}
    </b>
  );

/** A link to a section of the instance that the main navigation leaves out: settings or profile. */
export function SectionLinkApart({ id, ...rest }: Omit<SectionLinkProps, 'section' | 'project'> & { readonly id: string }) {
  const section = useSections().find((each) => each.id === id);
  return section ? <SectionLink section={section} project={null} {...rest} /> : null;
}
