import type { Ways } from '../way.ts';
import { waysOfAccess } from './access.ts';
import { waysOfApplications } from './applications.ts';
import { waysOfChangeRequests } from './change-requests.ts';
import { waysOfFeatures } from './features.ts';
import { waysOfProjects } from './projects.ts';
import { waysOfReleases } from './releases.ts';
import { waysOfTransfers } from './transfers.ts';
import { waysOfVocabulary } from './vocabulary.ts';

const tables = [
  waysOfFeatures,
  waysOfReleases,
  waysOfProjects,
  waysOfVocabulary,
  waysOfTransfers,
  waysOfChangeRequests,
  waysOfAccess,
  waysOfApplications,
];

/** The ways of every operation that writes. */
export const ways: Ways = Object.assign({}, ...tables) as Ways;
