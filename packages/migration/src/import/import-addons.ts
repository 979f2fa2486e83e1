import { RequestFailure } from '../call/api.ts';
import type { SourceAddon } from '../source/snapshot.ts';
import type { Target } from './target.ts';

const keyOf = ({ provider, description }: Pick<SourceAddon, 'provider' | 'description'>): string => `${provider} ${description ?? ''}`;

/** Creates missing add-ons, disabled. A refused one is reported: its secrets may be masked, or its provider unknown. */
export async function importAddons({ api, report }: Target, addons: readonly SourceAddon[]): Promise<void> {
  const stored = await api.get<{ addons: SourceAddon[] }>('/api/admin/addons');
  const known = new Set(stored.addons.map(keyOf));
  for (const addon of addons) {
    if (known.has(keyOf(addon))) continue;
    await api.create('/api/admin/addons', { ...addon, enabled: false }).catch((error: unknown) => {
      if (!(error instanceof RequestFailure) || error.status !== 400) throw error;
      report(`The add-on ${keyOf(addon)} was not created. Create it by hand: ${error.message}`);
    });
  }
  report(`${addons.length} add-ons`);
}
