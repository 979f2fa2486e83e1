import { applicationsPages } from './page/applications/page.ts';
import { auditPages } from './page/audit/page.ts';
import { changeRequestsPages } from './page/change-requests/page.ts';
import { commandLinePages } from './page/command-line/page.ts';
import { connectPages } from './page/connect/page.ts';
import { featurePages } from './page/feature/page.ts';
import { featuresPages } from './page/features/page.ts';
import { healthPages } from './page/health/page.ts';
import { logInPages } from './page/log-in/page.ts';
import { metricsPages } from './page/metrics/page.ts';
import { personasPages } from './page/personas/page.ts';
import { playgroundPages } from './page/playground/page.ts';
import { profilePages } from './page/profile/page.ts';
import { projectSettingsPages } from './page/project-settings/page.ts';
import { projectsPages } from './page/projects/page.ts';
import { releaseTemplatesPages } from './page/release-templates/page.ts';
import { segmentsPages } from './page/segments/page.ts';
import { settingsPages } from './page/settings/page.ts';
import { startPages } from './page/start/page.ts';
import { transferPages } from './page/transfer/page.ts';
import { whyPages } from './page/why/page.ts';
import type { PageFolder } from './frame/page.ts';

/** All page folders in navigation order. The router uses the first page that matches. */
export const pageFolders: readonly PageFolder[] = [
  logInPages,
  startPages,
  projectsPages,
  featuresPages,
  changeRequestsPages,
  segmentsPages,
  playgroundPages,
  applicationsPages,
  healthPages,
  metricsPages,
  auditPages,
  releaseTemplatesPages,
  personasPages,
  transferPages,
  connectPages,
  projectSettingsPages,
  settingsPages,
  profilePages,
  commandLinePages,
  whyPages,
  featurePages,
];
