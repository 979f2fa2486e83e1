/** A source of whole numbers below a limit. */
export type Random = (limit: number) => number;

/** Writes random statements that log. `ON` stands for an evaluation, `a` and `b` for other conditions, `t` logs its argument. */
export function randomCode(random: Random): string {
  let count = 0;
  const pick = <T>(...choices: readonly (() => T)[]): T => (choices[random(choices.length)] as () => T)();
  const number = () => String(count++);
  const leaf = () =>
    pick(
      () => 'ON',
      () => 'ON',
      () => 'a',
      () => 'b',
      () => `t(${number()} % 2 === 0)`,
      () => 'o.x',
      () => '!ON',
    );
  const expression = (depth: number): string => {
    if (depth === 0) return leaf();
    const part = () => expression(depth - 1);
    return pick(
      leaf,
      () => `(${part()} && ${part()})`,
      () => `(${part()} || ${part()})`,
      () => `(${part()} ?? ${part()})`,
      () => `(${part()} ? ${part()} : ${part()})`,
      () => `!${part()}`,
      () => `(${part()} === ${part()})`,
      () => `(t(${number()}), ${part()})`,
      () => `Boolean(${part()})`,
    );
  };
  const block = (depth: number): string => `{ ${statements(depth - 1)} }`;
  const body = (depth: number): string =>
    pick(
      () => block(depth),
      () => block(depth),
      () => `log(${number()});`,
    );
  const statement = (depth: number): string => {
    if (depth <= 0)
      return pick(
        () => `log(${number()});`,
        () => `log(${expression(2)});`,
        () => `${expression(2)};`,
      );
    const name = `v${number()}`;
    return pick(
      () => `if (${expression(2)}) ${body(depth)}`,
      () => `if (${expression(2)}) ${body(depth)} else ${body(depth)}`,
      () => `if (${expression(1)}) ${body(depth)} else if (${expression(2)}) ${body(depth)} else ${body(depth)}`,
      () => `const ${name} = ${expression(2)}; log(${name} ? ${name} : ${number()});`,
      () => `let ${name} = ${expression(1)}; if (${expression(1)}) ${name} = ${expression(1)}; log(${name});`,
      () =>
        `for (const ${name} of [1, 2]) { ${statement(depth - 1)} if (${expression(1)}) ${pick(
          () => 'continue',
          () => 'break',
        )}; log(${name}); }`,
      () =>
        `switch (ON) { case true: ${statement(depth - 1)} ${pick(
          () => 'break;',
          () => '',
        )} case false: ${statement(depth - 1)} break; default: log(${number()}); }`,
      () => `if (${expression(1)}) return ${expression(1)};`,
      () =>
        `try { ${statement(depth - 1)} if (${expression(1)}) throw ${number()}; } catch (e) { log(e); } finally { ${statement(depth - 1)} }`,
      () => `const ${name} = () => { ${statement(depth - 1)} return ${expression(1)}; }; if (${expression(1)}) log(${name}());`,
      () => `{ const v = ${expression(1)}; log(v); }`,
      () => statement(0),
    );
  };
  const statements = (depth: number): string => Array.from({ length: 1 + random(3) }, () => statement(depth)).join(' ');
  return statements(3);
}
