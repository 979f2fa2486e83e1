import { type LinkedQuestion, readQuestion, writeQuestion } from '../../base/question.ts';

const key = 'signalbox-playground';

/** The last question in this browser tab. */
export const lastQuestion = (): LinkedQuestion | null => readQuestion(sessionStorage.getItem(key) ?? '');

export const rememberQuestion = (question: LinkedQuestion): void => sessionStorage.setItem(key, writeQuestion(question));
