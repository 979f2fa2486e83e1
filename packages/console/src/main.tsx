import { QueryClientProvider } from '@tanstack/preact-query';
import { useSignal } from '@preact/signals';
import { type ComponentType, render } from 'preact';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { useEffect } from 'preact/hooks';
import { frameTexts } from './frame/texts.ts';
import { Frame } from './frame/frame.tsx';
import { closePalette, isPaletteOpen, keepKeysForPalette } from './frame/palette.ts';
import { PageBoundary } from './frame/page-boundary.tsx';
import { proveInDialog } from './frame/prove.tsx';
import { listenToKeys } from './frame/shortcuts.ts';
import { movedTo } from './frame/moved.ts';
import { followTheme } from './frame/theme.ts';
import { LogInAgain } from './page/log-in/log-in-again.tsx';
import { NotFound } from './frame/not-found.tsx';
import { Layers } from './parts/layers.tsx';
import { lazyPage } from './parts/lazy-page.ts';
import { sayRefused, Toasts } from './parts/toast.tsx';
import { answers } from './server/answer.ts';
import { followOwnChanges } from './server/served.ts';

const LogIn = lazyPage(() => import('./page/log-in/log-in.tsx').then((page) => page.LogIn));
const NewUser = lazyPage(() => import('./page/log-in/choose-password.tsx').then((page) => page.NewUser));
const ResetPassword = lazyPage(() => import('./page/log-in/choose-password.tsx').then((page) => page.ResetPassword));
const SignUp = lazyPage(() => import('./page/log-in/sign-up.tsx').then((page) => page.SignUp));
const Forgotten = lazyPage(() => import('./page/log-in/forgotten.tsx').then((page) => page.Forgotten));
const Profile = lazyPage(() => import('./page/profile/profile.tsx').then((page) => page.Profile));
const Settings = lazyPage(() => import('./page/settings/settings.tsx').then((page) => page.Settings));
const ProjectSettings = lazyPage(() => import('./page/project-settings/project-settings.tsx').then((page) => page.ProjectSettings));
const Start = lazyPage(() => import('./page/start/start.tsx').then((page) => page.Start));
const Projects = lazyPage(() => import('./page/projects/projects.tsx').then((page) => page.Projects));
const Features = lazyPage(() => import('./page/features/features.tsx').then((page) => page.Features));
const Segments = lazyPage(() => import('./page/segments/segments.tsx').then((page) => page.Segments));
const SegmentPage = lazyPage(() => import('./page/segments/segment-page.tsx').then((page) => page.SegmentPage));
const PersonasPage = lazyPage(() => import('./page/personas/personas-page.tsx').then((page) => page.PersonasPage));
const Health = lazyPage(() => import('./page/health/health.tsx').then((page) => page.HealthPage));
const Archive = lazyPage(() => import('./page/health/archive.tsx').then((page) => page.Archive));
const Promote = lazyPage(() => import('./page/transfer/promote.tsx').then((page) => page.Promote));
const Transfer = lazyPage(() => import('./page/transfer/transfer.tsx').then((page) => page.Transfer));
const Connect = lazyPage(() => import('./page/connect/connect.tsx').then((page) => page.Connect));
const Audit = lazyPage(() => import('./page/audit/audit.tsx').then((page) => page.Audit));
const ChangeRequests = lazyPage(() => import('./page/change-requests/change-requests.tsx').then((page) => page.ChangeRequests));
const ChangeRequestPage = lazyPage(() => import('./page/change-requests/change-request.tsx').then((page) => page.ChangeRequestPage));
const Why = lazyPage(() => import('./page/why/why.tsx').then((page) => page.Why));
const Playground = lazyPage(() => import('./page/playground/playground.tsx').then((page) => page.Playground));
const EventPage = lazyPage(() => import('./page/audit/event-page.tsx').then((page) => page.EventPage));
const Feature = lazyPage(() => import('./page/feature/feature.tsx').then((page) => page.Feature));

/** Every address, and the page that answers it. Those of somebody who is not logged in stand alone. */
function Console() {
  const { path, url, route } = useLocation();
  const moved = movedTo(path, new URL(url, location.origin).search);
  useEffect(() => {
    if (moved !== null) route(moved, true);
  }, [moved, route]);
  const pages = (
    <PageBoundary>
      <Router>
        <Route path="/login" component={LogIn} />
        <Route path="/forgotten" component={Forgotten} />
        <Route path="/new-user" component={NewUser} />
        <Route path="/reset-password" component={ResetPassword} />
        <Route path="/invite/:token" component={SignUp} />
        <Route path="/profile" component={Profile} />
        <Route path="/settings/:chapter?/:id?" component={Settings} />
        <Route path="/audit" component={Audit} />
        <Route path="/audit/:id" component={EventPage} />
        <Route path="/projects/:project/audit" component={Audit} />
        <Route path="/projects/:project/change-requests" component={ChangeRequests} />
        <Route path="/projects/:project/change-requests/:id" component={ChangeRequestPage} />
        <Route path="/segments" component={Segments} />
        <Route path="/segments/:id" component={SegmentPage} />
        <Route path="/projects/:project/segments" component={Segments} />
        <Route path="/projects/:project/segments/:id" component={SegmentPage} />
        <Route path="/projects/:project/personas" component={PersonasPage} />
        <Route path="/projects/:project/health" component={Health} />
        <Route path="/projects/:project/archive" component={Archive} />
        <Route path="/projects/:project/promote" component={Promote} />
        <Route path="/projects/:project/transfer" component={Transfer} />
        <Route path="/projects/:project/connect" component={Connect} />
        <Route path="/projects/:project/settings" component={ProjectSettings} />
        <Route path="/" component={Start} />
        <Route path="/projects" component={Projects} />
        <Route path="/projects/:project" component={Features} />
        <Route path="/playground" component={Playground} />
        <Route path="/projects/:project/playground" component={Playground} />
        <Route path="/projects/:project/features/:feature/why" component={Why} />
        <Route path="/projects/:project/features/:feature/:tab?" component={Feature} />
        <Route default component={NotFound} />
      </Router>
    </PageBoundary>
  );
  if (moved !== null) return null;
  if (standsAlone(path)) return pages;
  return (
    <Frame>
      {pages}
      <OpenedPalette />
      <LogInAgain />
    </Frame>
  );
}

/** The palette, which is loaded when it is first opened. */
function OpenedPalette() {
  const loaded = useSignal<ComponentType | null>(null);
  useEffect(() => {
    if (isPaletteOpen.value) import('./page/palette/palette.tsx').then(({ Palette }) => (loaded.value = Palette), paletteIsMissing);
  }, [isPaletteOpen.value]);
  const Palette = loaded.value;
  return Palette && <Palette />;
}

function paletteIsMissing(): void {
  closePalette();
  sayRefused(frameTexts.notLoaded.palette);
}

const standsAlone = (path: string): boolean => /^\/(?:login|forgotten|new-user|reset-password|invite\/[^/]+)$/.test(path);

followTheme();
proveInDialog();
followOwnChanges();
listenToKeys();
keepKeysForPalette();
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
