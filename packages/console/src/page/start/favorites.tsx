import { Answer } from '../../parts/panel.tsx';
import { useAnswer } from '../../server/answer.ts';
import { startTexts } from './texts.ts';
import { FeatureCards } from './feature-cards.tsx';
import * as panelStyles from '../../parts/panel.module.css';

const maxFavorites = 20;

export function Favorites() {
  const favorites = useAnswer('GET /api/admin/search/features', {
    query: { favorite: 'IS:true', limit: String(maxFavorites), sortBy: 'name', with: 'reach' },
  });
  return (
    <section class={panelStyles.panel}>
      <header>
        <h2>{startTexts.favorites}</h2>
      </header>
      <Answer of={favorites}>
        {({ features }) =>
          features.length === 0 ? <p class={`${panelStyles.body} dim`}>{startTexts.noFavorites}</p> : <FeatureCards features={features} />
        }
      </Answer>
    </section>
  );
}
