import { Icon } from '../parts/mark/icon.tsx';
import { useAnswer } from '../server/ask.ts';
import { hrefOf } from './address.ts';
import { type Section, useAddress, useSections } from './page.ts';
import * as countStyles from '../parts/mark/count.module.css';
import * as styles from './frame.module.css';

interface SectionLinkProps {
  readonly section: Section;
  readonly className?: string | undefined;
  readonly press?: () => void;
}

/** A link to a section of the open project, if any, or of the instance. Marked if it is the current one. */
export function SectionLink({ section: { id, icon, title, of, foot }, className, press }: SectionLinkProps) {
  const address = useAddress();
  const project = of === 'instance' ? null : address.project;
  const isHere = address.section === id && address.project === project;
  return (
    <a class={className} href={hrefOf(project, id)} title={title} aria-current={isHere ? 'page' : undefined} onClick={press}>
      <Icon name={icon} />
      <span class={foot === undefined ? undefined : styles.full}>{title}</span>
      {foot !== undefined && <span class={styles.short}>{foot}</span>}
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
    <b class={`${countStyles.waiting} ${styles.count}`} aria-label={`${of} waiting for you`}>
      {of}
    </b>
  );

/** A link to a section that the navigation leaves out. */
export function SectionLinkApart({ id, press }: { readonly id: string; readonly press: () => void }) {
  const section = useSections().find((each) => each.id === id);
  return section ? <SectionLink section={section} press={press} /> : null;
}
