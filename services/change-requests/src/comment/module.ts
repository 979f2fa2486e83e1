import { module } from '@signalbox/kit';
import { addCommentRoute } from './add-comment.ts';
import { giveReasonRoute } from './give-reason.ts';
import { setTitleRoute } from './set-title.ts';

/** What users write about a request: it changes nothing that others decide on. */
export const comment = module({ routes: [addCommentRoute, setTitleRoute, giveReasonRoute] });
