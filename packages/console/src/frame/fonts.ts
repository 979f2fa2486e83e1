const key = 'signalbox-fonts';
/**
 * Loads the style sheet with the product's fonts, whose link in the page has no address yet. The first page loads them after everything
 * else, and shows them as soon as they are there. Later pages have them in the cache. Phones keep the fonts of their system, which saves
 * 90 kB.
 */
export function followFonts(): void {
  const link = document.querySelector<HTMLLinkElement>('#fonts');
  const href = link?.dataset['href'];
  if (!link || href === undefined || !matchMedia(link.media).matches) return;
  const apply = () => (link.href = href);
  if (localStorage.getItem(key) === href) return void apply();
  const applyLater = () => {
    apply();
    localStorage.setItem(key, href);
  };
  if (document.readyState === 'complete') applyLater();
  else addEventListener('load', applyLater, { once: true });
}
