import { module } from '@signalbox/kit';
import { exportDocumentsRoute } from './export-documents.ts';

/** Documents: the configuration of projects as files. */
export const plan = module({ routes: [exportDocumentsRoute] });
