import { useAnswer } from '../../server/answer.ts';
import { FeatureCards } from './feature-cards.tsx';
import * as panelStyles from '../../parts/panel/panel.module.css';

const maxFavorites = 20;

export function Favorites() {
  const { data } = useAnswer('GET /api/admin/search/features', {
    query: { favorite: 'IS:true', limit: String(maxFavorites), sortBy: 'name', with: 'reach,usage' },
  });
  if (!data || data.features.length === 0) return null;
  return (
    <section class={panelStyles.panel}>
      <header>
        <h2>Favorites</h2>
      </header>
      <FeatureCards features={data.features} />
    </section>
  );
}
