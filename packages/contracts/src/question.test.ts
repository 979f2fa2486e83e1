import assert from 'node:assert/strict';
import { validator } from './validator.ts';
import { questions } from './question.ts';

describe('the questions', () => {
  it('are at most five', () => {
    assert.ok(questions.length <= 5, `${questions.length} questions`);
  });

  it('have unique names', () => {
    assert.equal(new Set(questions.map((question) => question.name)).size, questions.length);
  });

  for (const question of questions) {
    it(`explain in a sentence why no event will do for ${question.name}`, () => assert.match(question.why, /^[A-Z].{20,}\.$/));

    it(`limit ${question.name} to ten seconds`, () => {
      assert.ok(question.deadlineMs > 0 && question.deadlineMs <= 10_000, `${question.deadlineMs} ms`);
    });

    it(`have schemas for ${question.name} that compile`, () => {
      for (const schema of [question.input, question.output]) assert.doesNotThrow(() => validator(schema)(null));
    });
  }
});
