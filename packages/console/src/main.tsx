import './console.css';
import { QueryClientProvider } from '@tanstack/preact-query';
import { render } from 'preact';
import { exec, LocationProvider, Route, Router, useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { followFonts } from './frame/fonts.ts';
import { Frame } from './frame/frame.tsx';
import { closePalette, isPaletteOpen, keepKeysForPalette } from './frame/palette.ts';
import { PageBoundary } from './frame/page-boundary.tsx';
import { proveInDialog } from './frame/prove.tsx';
import { listenToKeys } from './frame/shortcuts.ts';
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
import { answers } from './server/answer.ts';
import { followOwnChanges } from './server/served.ts';
import { pageFolders } from './pages.ts';

// The pages of this script. Their imports on demand lead here (scripts.ts).
export { NewUser, ResetPassword } from './page/log-in/choose-password.tsx';
export { Forgotten } from './page/log-in/forgotten.tsx';
export { LogIn } from './page/log-in/log-in.tsx';
export { SignUp } from './page/log-in/sign-up.tsx';
export { StopWatching } from './page/log-in/stop-watching.tsx';
export { Start } from './page/start/start.tsx';

const pages = pageFolders.flatMap((folder) => folder.pages);
const routes = pages.flatMap(({ paths, load }) => {
  const component = lazyPage(load);
  return paths.map((path) => <Route key={path} path={path} component={component} />);
});

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

const alonePaths = pages.flatMap(({ paths, isAlone }) => (isAlone ? paths : []));
const standsAlone = (path: string): boolean => alonePaths.some((pattern) => exec(path, pattern) !== undefined);

continueLogIn();
followTheme();
followTitle();
proveInDialog();
followOwnChanges();
listenToKeys();
guardUnsaved();
keepKeysForPalette();
followFonts();
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
