export { previewUndoRoute } from './preview-undo.ts';
export { undoEventRoute } from './undo-event.ts';
