import './console.css';
import { QueryClientProvider } from '@tanstack/preact-query';
import { render, type ComponentChildren } from 'preact';
import { exec, LocationProvider, Route, Router, useLocation } from 'preact-iso/router';
import { useEffect, useErrorBoundary, useRef, useState } from 'preact/hooks';
import { Frame } from './frame/frame.tsx';
import { closePalette, isPaletteOpen, keepKeysForPalette } from './frame/palette.ts';
import { listenToKeys } from './parts/shortcuts.ts';
import { movedTo } from './frame/moved.ts';
import { PageFolders } from './frame/page.ts';
import { followTitle } from './frame/window-title.ts';
import { followTheme } from './frame/theme.ts';
import { takeDestination } from './page/log-in/destination.ts';
import { LogInAgain } from './page/log-in/log-in-again.tsx';
import { NotFound } from './frame/not-found.tsx';
import { Layers } from './parts/layer/layers.tsx';
import { lazyPage } from './parts/lazy-page.ts';
import { showError, Toasts } from './parts/layer/toast.tsx';
import { guardUnsaved } from './parts/layer/unsaved.tsx';
import { useLoaded } from './parts/use-loaded.ts';
import { answers, isOffline, overcomeBy } from './server/ask.ts';
import { followOwnChanges } from './server/served.ts';
import { pageFolders } from './pages.ts';
import { Empty } from './parts/panel/panel.tsx';
import { liveness } from './server/live/live.ts';
import { Button } from './parts/mark/button.tsx';

const pages = pageFolders.flatMap((folder) => folder.pages.map((page) => ({ ...page, component: lazyPage(page.load) })));
const routes = pages.flatMap(({ paths, component }) => paths.map((path) => <Route key={path} path={path} component={component} />));

/** Routes every address to its page. Pages for visitors who are not logged in have no frame. */
function Console() {
  const { path, url, route } = useLocation();
  const moved = movedTo(path, new URL(url, location.origin).search);
  useEffect(() => {
    if (moved !== null) route(moved, true);
  }, [moved, route]);
  const shown = (
    <PageBoundary>
      <Router>
        {routes}
        <Route default component={NotFound} />
      </Router>
    </PageBoundary>
  );
  if (moved !== null) return null;
  if (standsAlone(path)) return shown;
  return (
    <Frame>
      {shown}
      <OpenedPalette />
      <LogInAgain />
    </Frame>
  );
}

/** The palette, loaded when it is first opened. */
function OpenedPalette() {
  const load = () => import('./page/palette/palette.tsx').then((module) => module.Palette);
  const Palette = useLoaded(load, isPaletteOpen.value, paletteIsMissing);
  return Palette && <Palette />;
}

function paletteIsMissing(): void {
  closePalette();
  showError('Couldn’t load search. Reload the page.');
}

/** An identity provider returns to the start page. Continues to the page that was requested before, if any. */
function continueLogIn(): void {
  const to = location.pathname === '/' ? takeDestination() : '/';
  if (to !== '/') history.replaceState(history.state, '', to);
}

const pageAt = (path: string) => pages.find(({ paths }) => paths.some((pattern) => exec(path, pattern) !== undefined));
const standsAlone = (path: string): boolean => pageAt(path)?.isAlone === true;

const maxWaitMs = 50;

/** Resolves once the script of the first page is there, so that its requests leave with those of the frame. Does not wait for the network. */
const firstPage = (): Promise<unknown> =>
  Promise.race([pageAt(location.pathname)?.component.preload(), new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);

continueLogIn();
followTheme();
followTitle();
overcomeBy((refusal) => import('./frame/overcome.tsx').then(({ overcome }) => overcome(refusal)));
followOwnChanges();
listenToKeys();
guardUnsaved();
keepKeysForPalette();
followFonts();
void firstPage().then(renderConsole);

function renderConsole(): void {
  const container = document.querySelector('#console') ?? document.body;
  // The outline of the frame.
  container.replaceChildren();
  render(
    <QueryClientProvider client={answers}>
      <LocationProvider>
        <PageFolders.Provider value={pageFolders}>
          <Console />
          <Layers />
        </PageFolders.Provider>
      </LocationProvider>
      <Toasts />
    </QueryClientProvider>,
    container,
  );
}

const key = 'signalbox-fonts';
/**
 * Loads the style sheet with the product's fonts, whose link in the page has no address yet. The first page loads them after everything
 * else, and shows them as soon as they are there. Later pages have them in the cache. Phones keep the fonts of their system, which saves
 * 90 kB.
 */
function followFonts(): void {
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

/** Shows an error if a page cannot be loaded or rendered, until the address changes or the server is back. The frame stays usable. */
function PageBoundary({ children }: { readonly children: ComponentChildren }) {
  const { path } = useLocation();
  const [failedAt, setFailedAt] = useState<string | null>(null);
  useErrorBoundary((error: unknown) => {
    reportError(error);
    setFailedAt(path);
  });
  return failedAt === path ? <NotLoaded /> : children;
}

function NotLoaded() {
  const wasAway = useRef(false);
  const isAway = isOffline.value || liveness.value === 'disconnected';
  useEffect(() => {
    if (wasAway.current && !isAway) void loadAgain();
    wasAway.current = isAway;
  }, [isAway]);
  return (
    <Empty title="Couldn’t load this page" isPage>
      <p role="alert">The server is unreachable, or it was upgraded since you opened the console.</p>
      <Button look="button" press={() => void press()} text="Reload" />
    </Empty>
  );
}

async function press(): Promise<void> {
  if (!(await loadAgain())) showError('The server is still unreachable.');
}

/** Reloads the console from the server. Resolves to false, and leaves the page unchanged, if the server is unreachable. */
async function loadAgain(): Promise<boolean> {
  const isThere = await fetch(location.href, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isThere) location.reload();
  return isThere;
}
