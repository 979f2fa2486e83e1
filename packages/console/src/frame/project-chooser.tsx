import { useLocation } from 'preact-iso';
import { useAnswer } from '../server/answer.ts';
import { frameTexts } from './texts.ts';
import { projectHref } from './address.ts';
import * as styles from './frame.module.css';

export function ProjectChooser({ project }: { readonly project: string }) {
  const { route } = useLocation();
  const { data } = useAnswer('GET /api/admin/projects', {});
  const projects = data?.projects ?? [{ id: project, name: project }];
  return (
    <select
      class={styles.where}
      aria-label={frameTexts.frame.project}
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
