import { module } from '@signalbox/kit';
import { previewUndoRoute } from './preview-undo.ts';
import { undoEventRoute } from './undo-event.ts';

export const undo = module({ routes: [previewUndoRoute, undoEventRoute] });
