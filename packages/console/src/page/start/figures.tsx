import { useAnswer } from '../../server/answer.ts';
import { useShownName } from './shown-environment.tsx';
import { useUnknownFeatures } from './use-unknown-features.ts';
import * as styles from './start.module.css';

const search = 'GET /api/admin/search/features';
const limit = '1';

/** Key figures of all projects, each with a link to what it counts. Hidden while there are no features. */
export function Figures() {
  const environment = useShownName();
  const all = useAnswer(search, { query: { limit } }).data?.total;
  const status = [`${environment}:enabled`];
  const on = useAnswer(search, { query: { status, limit } }, { when: environment !== undefined }).data?.total;
  const stale = useAnswer(search, { query: { state: 'IS_ANY_OF:stale,potentially-stale', limit } }).data?.total;
  const unknown = useUnknownFeatures()?.length;
  if (!all) return null;
  return (
    <ul class={styles.figures}>
      <Figure count={all} title="features" href="/features" />
      <Figure count={on} title={`on in ${environment}`} href={`/features?q=on:${encodeURIComponent(environment ?? '')}`} />
      <Figure count={stale} title="stale" href="/features?q=state:stale+state:potentially-stale" />
      <Figure count={unknown} title="unknown names" href="/applications" />
    </ul>
  );
}

const Figure = ({ count, title, href }: { readonly count: number | undefined; readonly title: string; readonly href: string }) => (
  <li>
    <a href={href}>
      <b>{count?.toLocaleString('en') ?? '–'}</b> {title}
    </a>
  </li>
);
