import { module } from '@signalbox/kit';
import { answerRunChangeset } from './answer-run-changeset.ts';

/** Changes that are applied together, for change requests. */
export const changeset = module({ answers: [answerRunChangeset] });
