import { QueryClientProvider } from '@tanstack/preact-query';
import { render } from 'preact';
import { lazy, LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { Frame } from './frame/frame.tsx';
import { proveInDialog } from './frame/prove.tsx';
import { listenToKeys } from './frame/shortcuts.ts';
import { followTheme } from './frame/theme.ts';
import { LogInAgain } from './page/log-in/log-in-again.tsx';
import { NotFound } from './page/not-found.tsx';
import { Layers } from './parts/layers.tsx';
import { Toasts } from './parts/toast.tsx';
import { answers } from './server/answer.ts';

const LogIn = lazy(() => import('./page/log-in/log-in.tsx').then((page) => page.LogIn));
const NewUser = lazy(() => import('./page/log-in/choose-password.tsx').then((page) => page.NewUser));
const ResetPassword = lazy(() => import('./page/log-in/choose-password.tsx').then((page) => page.ResetPassword));
const SignUp = lazy(() => import('./page/log-in/sign-up.tsx').then((page) => page.SignUp));
const Forgotten = lazy(() => import('./page/log-in/forgotten.tsx').then((page) => page.Forgotten));
const Profile = lazy(() => import('./page/profile/profile.tsx').then((page) => page.Profile));
const Settings = lazy(() => import('./page/settings/settings.tsx').then((page) => page.Settings));
const ProjectSettings = lazy(() => import('./page/project-settings/project-settings.tsx').then((page) => page.ProjectSettings));
const Start = lazy(() => import('./page/start/start.tsx').then((page) => page.Start));
const Projects = lazy(() => import('./page/projects/projects.tsx').then((page) => page.Projects));
const Features = lazy(() => import('./page/features/features.tsx').then((page) => page.Features));
const Audit = lazy(() => import('./page/audit/audit.tsx').then((page) => page.Audit));
const Feature = lazy(() => import('./page/feature/feature.tsx').then((page) => page.Feature));

/** Every address, and the page that answers it. Those of somebody who is not logged in stand alone. */
function Console() {
  const { path } = useLocation();
  const pages = (
    <Router>
      <Route path="/login" component={LogIn} />
      <Route path="/forgotten" component={Forgotten} />
      <Route path="/new-user" component={NewUser} />
      <Route path="/reset-password" component={ResetPassword} />
      <Route path="/invite/:token" component={SignUp} />
      <Route path="/profile" component={Profile} />
      <Route path="/settings/:chapter?/:id?" component={Settings} />
      <Route path="/audit" component={Audit} />
      <Route path="/projects/:project/audit" component={Audit} />
      <Route path="/projects/:project/settings" component={ProjectSettings} />
      <Route path="/" component={Start} />
      <Route path="/projects" component={Projects} />
      <Route path="/projects/:project" component={Features} />
      <Route path="/projects/:project/features/:feature/:tab?" component={Feature} />
      <Route default component={NotFound} />
    </Router>
  );
  if (standsAlone(path)) return pages;
  return (
    <Frame>
      {pages}
      <LogInAgain />
    </Frame>
  );
}

const standsAlone = (path: string): boolean => /^\/(?:login|forgotten|new-user|reset-password|invite\/[^/]+)$/.test(path);

followTheme();
proveInDialog();
listenToKeys();
render(
  <QueryClientProvider client={answers}>
    <LocationProvider>
      <Console />
      <Layers />
    </LocationProvider>
    <Toasts />
  </QueryClientProvider>,
  document.body,
);
