import { Answer } from '../../parts/panel.tsx';
import { useAnswer } from '../../server/answer.ts';
import { startTexts } from './texts.ts';
import { FeatureCards } from './feature-cards.tsx';
import * as panelStyles from '../../parts/panel.module.css';

const maxShown = 20;

/** Kill switches that are not favorites. Hidden if there are none. */
export function KillSwitches() {
  const found = useAnswer('GET /api/admin/search/features', {
    query: { type: ['kill-switch'], limit: String(maxShown), sortBy: 'name', with: 'reach' },
  });
  const isEmpty = found.data?.features.every(({ favorite }) => favorite) ?? false;
  if (isEmpty) return null;
  return (
    <section class={panelStyles.panel}>
      <header>
        <h2>{startTexts.killSwitches}</h2>
      </header>
      <Answer of={found}>
        {({ features, total }) => (
          <>
            <FeatureCards features={features.filter(({ favorite }) => !favorite)} />
            {total > features.length && <p class={`${panelStyles.body} dim`}>{startTexts.andMore(total - features.length)}</p>}
          </>
        )}
      </Answer>
    </section>
  );
}
