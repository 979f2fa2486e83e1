import { useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Select } from '../parts/form/select.tsx';
import { leave } from '../parts/layer/unsaved.tsx';
import { useAnswer } from '../server/answer.ts';
import { hrefOf } from './address.ts';
import { recentProjectsKey } from './palette.ts';
import { sectionAt, useAddress, useSections } from './page.ts';
import * as styles from './frame.module.css';

const maxRecent = 5;

/** Notes the project as the latest one. Returns the recent ones. */
function useRecent(project: string | null): readonly string[] {
  return useMemo(() => {
    const stored = (localStorage.getItem(recentProjectsKey) ?? '').split(' ').filter((id) => id !== '' && id !== project);
    const recent = [...(project === null ? [] : [project]), ...stored].slice(0, maxRecent);
    localStorage.setItem(recentProjectsKey, recent.join(' '));
    return recent;
  }, [project]);
}

/** Not the id of a project. */
const all = '';

/** Chooses a project, recent ones first, or all of them. Stays in the section if it exists there. */
export function ProjectChooser() {
  const { route } = useLocation();
  const { project, section } = useAddress();
  const sections = useSections();
  const { data } = useAnswer('GET /api/admin/projects', {});
  const recent = useRecent(project);
  const rank = ({ id }: { readonly id: string }) => (recent.includes(id) ? recent.indexOf(id) : maxRecent);
  const projects = (data?.projects ?? (project === null ? [] : [{ id: project, name: project }])).toSorted(
    (one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name, 'en', { numeric: true }),
  );
  const choose = (id: string) => {
    const chosen = id === all ? null : id;
    const other = sectionAt(sections, { project: chosen, section });
    const same = other !== undefined && other === sectionAt(sections, { project, section });
    leave(() => route(hrefOf(chosen, same ? section : chosen === null ? 'projects' : 'features')));
  };
  return (
    <Select
      className={styles.where}
      label="Project"
      value={project ?? all}
      choices={[{ value: all, title: 'All projects' }, ...projects.map(({ id, name }) => ({ value: id, title: name }))]}
      change={choose}
    />
  );
}
