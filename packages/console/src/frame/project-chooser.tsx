import { useLocation } from 'preact-iso';
import { Select } from '../parts/select.tsx';
import { leave } from '../parts/unsaved.tsx';
import { useAnswer } from '../server/answer.ts';
import { frameTexts } from './texts.ts';
import { projectHref } from './address.ts';
import * as styles from './frame.module.css';

export function ProjectChooser({ project }: { readonly project: string }) {
  const { route } = useLocation();
  const { data } = useAnswer('GET /api/admin/projects', {});
  const projects = data?.projects ?? [{ id: project, name: project }];
  return (
    <Select
      className={styles.where}
      label={frameTexts.frame.project}
      value={project}
      choices={projects.map(({ id, name }) => ({ value: id, title: name }))}
      change={(id) => leave(() => route(projectHref(id)))}
    />
  );
}
