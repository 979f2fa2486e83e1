import { QueryClientProvider } from '@tanstack/preact-query';
import { render } from 'preact';
import { lazy, LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { Frame } from './frame/frame.tsx';
import { listenToKeys } from './frame/shortcuts.ts';
import { followTheme } from './frame/theme.ts';
import { LogInAgain } from './page/log-in/log-in-again.tsx';
import { NotFound } from './page/not-found.tsx';
import { Toasts } from './parts/toast.tsx';
import { answers } from './server/answer.ts';

const LogIn = lazy(() => import('./page/log-in/log-in.tsx').then((page) => page.LogIn));
const Start = lazy(() => import('./page/start/start.tsx').then((page) => page.Start));
const Projects = lazy(() => import('./page/projects/projects.tsx').then((page) => page.Projects));
const Features = lazy(() => import('./page/features/features.tsx').then((page) => page.Features));

/** Every address, and the page that answers it. Those of somebody who is not logged in stand alone. */
function Console() {
  const { path } = useLocation();
  const pages = (
    <Router>
      <Route path="/login" component={LogIn} />
      <Route path="/" component={Start} />
      <Route path="/projects" component={Projects} />
      <Route path="/projects/:project" component={Features} />
      <Route default component={NotFound} />
    </Router>
  );
  if (path === '/login') return pages;
  return (
    <Frame>
      {pages}
      <LogInAgain />
    </Frame>
  );
}

followTheme();
listenToKeys();
render(
  <QueryClientProvider client={answers}>
    <LocationProvider>
      <Console />
    </LocationProvider>
    <Toasts />
  </QueryClientProvider>,
  document.body,
);
