import { useLocation } from 'preact-iso/router';
import { Select } from '../parts/form/select.tsx';
import { leave } from '../parts/layer/unsaved.tsx';
import { useAnswer } from '../server/answer.ts';
import { hrefOf } from './address.ts';
import { sectionAt, useAddress, useSections } from './page.ts';
import * as styles from './frame.module.css';

/** Not the id of a project. */
const all = '';

/** Chooses a project, or all of them. Stays in the section if it exists there. */
export function ProjectChooser() {
  const { route } = useLocation();
  const { project, section } = useAddress();
  const sections = useSections();
  const { data } = useAnswer('GET /api/admin/projects', {});
  const projects = data?.projects ?? (project === null ? [] : [{ id: project, name: project }]);
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
