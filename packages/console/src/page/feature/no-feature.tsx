import { featureHref, projectHref } from '../../frame/address.ts';
import { Empty } from '../../parts/panel/panel.tsx';
import { useAnswer } from '../../server/ask.ts';
import { ButtonLink } from '../../parts/mark/button.tsx';
import * as styles from './feature.module.css';

const maxNear = 5;

/** Shown for an unknown feature, with features of similar names. */
export function NoFeature({ project, feature }: { readonly project: string; readonly feature: string }) {
  const { data } = useAnswer('GET /api/admin/search/features', {
    query: { query: partsOf(feature).join(','), limit: String(maxNear), sortBy: 'name' },
  });
  const near = data?.features ?? [];
  return (
    <Empty title={`No feature named ${feature} in this project`} isPage>
      <p>
        It may have been archived or moved to another project.{' '}
        {near.length > 0 ? 'Features with similar names:' : 'No feature here has a similar name.'}
      </p>
      <ul class={styles.near}>
        {near.map(({ name, project: home }) => (
          <li key={name}>
            <ButtonLink look="link" className="mono" href={featureHref(home, name)} text={name} />{' '}
            {home !== project && <small>{home}</small>}
          </li>
        ))}
      </ul>
      <ButtonLink look="button" href={projectHref(project)} text="All features" />
    </Empty>
  );
}

/** The words of a name, searched one by one. */
const partsOf = (name: string): readonly string[] => name.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 2);
