import { module } from '@signalbox/kit';
import { answerRunChangeset } from './answer-run-changeset.ts';

/** Changes that take effect together: what change requests hold. */
export const changeset = module({ answers: [answerRunChangeset] });
