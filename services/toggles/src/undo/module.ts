import { module } from '@signalbox/kit';
import { previewUndoRoute } from './preview-undo.ts';
import { undoEventRoute } from './undo-event.ts';

/** What takes an event back. */
export const undo = module({ routes: [previewUndoRoute, undoEventRoute] });
