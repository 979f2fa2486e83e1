import { throws } from 'node:assert/strict';
import { Type } from 'typebox';
import { requestCheck } from './validation.ts';

describe('request check', () => {
  const check = requestCheck('body', Type.Object({ name: Type.Optional(Type.Unknown()) }));

  it('refuses the character NUL wherever it stands and names the place', () => {
    throws(() => check({ name: ['fine', 'a\0b'] }), { name: 'ValidationError', message: /^name\/1 / });
    throws(() => check({ ['na\0me']: 1 }), { name: 'ValidationError' });
  });

  it('refuses what is nested deeper than any route declares, without running out of stack', () => {
    const deep = JSON.parse(`${'['.repeat(40_000)}${']'.repeat(40_000)}`) as unknown;
    throws(() => check({ name: deep }), { name: 'ValidationError', message: /nested/ });
  });

  it('never repeats a password that it refuses', () => {
    const login = requestCheck('body', Type.Object({ password: Type.String({ minLength: 20 }) }));
    throws(
      () => login({ password: 'hunter2' }),
      (error: Error) => error.message.startsWith('password ') && !error.message.includes('hunter2'),
    );
  });

  it('lets ordinary content pass', () => check({ name: { deep: [[['ok \\u0000']]] } }));
});
