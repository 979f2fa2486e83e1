import { featureTexts } from './texts.ts';

/** The tabs of a feature, with their path segments. */
export const tabs = [
  { path: '', title: featureTexts.tabs.who },
  { path: 'why', title: featureTexts.why.tab },
  { path: 'variants', title: featureTexts.tabs.variants },
  { path: 'usage', title: featureTexts.tabs.usage },
  { path: 'code', title: featureTexts.tabs.code },
  { path: 'history', title: featureTexts.tabs.history },
  { path: 'settings', title: featureTexts.tabs.settings },
] as const;
