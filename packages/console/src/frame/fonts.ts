const key = 'signalbox-fonts';
/** Phones keep the fonts of their system, which saves 90 kB. */
const wide = '(min-width: 640px)';

/**
 * Applies the style sheet with the product's fonts, whose link the page has switched off. The first page loads them after everything else.
 * Later pages have them in the cache, and use them from the first frame, so that no shown text changes its size.
 */
export function followFonts(): void {
  const link = document.querySelector<HTMLLinkElement>('#fonts');
  if (!link) return;
  const apply = () => (link.media = wide);
  if (localStorage.getItem(key) === link.href) return void apply();
  const applyLater = () => {
    apply();
    localStorage.setItem(key, link.href);
  };
  if (document.readyState === 'complete') applyLater();
  else addEventListener('load', applyLater, { once: true });
}
