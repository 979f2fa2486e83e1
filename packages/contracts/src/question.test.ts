import assert from 'node:assert/strict';
import { validator } from './validator.ts';
import { questions } from './question.ts';

describe('questions', () => {
  it('are at most five', () => {
    assert.ok(questions.length <= 5, `${questions.length} questions`);
  });

  it('have names of their own', () => {
    assert.equal(new Set(questions.map((question) => question.name)).size, questions.length);
  });

  for (const question of questions) {
    it(`says in a sentence why no event will do for ${question.name}`, () => assert.match(question.why, /^[A-Z].{20,}\.$/));

    it(`gives ${question.name} a deadline within ten seconds`, () => {
      assert.ok(question.deadlineMs > 0 && question.deadlineMs <= 10_000, `${question.deadlineMs} ms`);
    });

    it(`has schemas for ${question.name} that compile`, () => {
      for (const schema of [question.input, question.output]) assert.doesNotThrow(() => validator(schema)(null));
    });
  }
});
