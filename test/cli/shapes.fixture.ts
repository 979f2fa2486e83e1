/** A shape of code. `ON` is `client.isEnabled('f')`, `VARIANT` is `client.getVariant('f')`. */
export interface Shape {
  readonly title: string;
  /** The body of `run(a: boolean, b: boolean)`. `t` logs and returns its argument. */
  readonly body: string;
  /** Code of the module, before the function. */
  readonly top?: string;
  /** True if the patch must leave an evaluation. */
  readonly isRefused?: true;
  /** True if the body awaits. */
  readonly isAsync?: true;
}

const shapes: Shape[] = [];
const shape = (title: string, body: string, more: Omit<Shape, 'title' | 'body'> = {}): void => void shapes.push({ title, body, ...more });

// Statements
shape('if', "if (ON) log('yes'); log('end');");
shape('if and else', "if (ON) { log('yes'); } else { log('no'); }");
shape('negated if', "if (!ON) { log('no'); } else log('yes');");
shape('early return', "if (!ON) return 'old'; log('new'); return 'new';");
shape('early return of the new code', "if (ON) { return t('new'); }\n  const old = t('old');\n  return old + '!';");
shape('early throw', "if (!ON) throw new Error('off'); return t(1);");
shape('else if, last', "if (a) log('a'); else if (ON) log('yes'); else log('no');");
shape('else if, last without else', "if (a) { log('a'); } else if (ON) { log('yes'); }");
shape('else if, first', "if (ON) log('yes'); else if (a) log('a'); else log('no');");
shape('else if, middle', "if (a) log('a'); else if (!ON) log('no'); else if (b) log('b'); else log('end');");
shape('if within if without braces', "if (a) if (ON) log('yes'); else log('no'); log('end');");
shape('dangling else', "if (a) if (ON) { if (b) log('b'); } else log('no'); else log('outer');");
shape('dangling else without braces', "if (a) if (ON) if (b) log('b'); else log('c'); else log('no'); else log('outer');");
shape('if as the body of a loop', 'for (const x of [1, 2]) if (ON) log(x);');
shape('continue in a loop', 'for (const x of [1, 2, 3]) { if (ON && x === 2) continue; log(x); }');
shape('unconditional continue', 'for (const x of [1, 2, 3]) { if (ON) continue; log(x); }');
shape('unconditional break', 'for (const x of [1, 2, 3]) { log(x); if (ON) { break; } log(-x); }');
shape('while', 'let n = 0; while (ON && n < 3) { log(n); n++; }');
shape('while with the flag last', 'let n = 0; while (n < 3 && ON) { log(n); n++; }');
shape('while not', "while (!ON) { log('once'); break; }");
shape('do while', 'let n = 0; do { log(n); n++; } while (ON && n < 2);');
shape('for', 'for (let n = 0; ON && n < 2; n++) log(n);');
shape('block with its own name', "const x = 'outer'; if (ON) { const x = 'inner'; log(x); } log(x);");
shape('block with a name used later', 'if (ON) { const y = 1; log(y); } { const y = 2; log(y); }');
shape('block with a new name', 'if (ON) { const fresh = t(1); log(fresh); } else { const other = t(2); log(other); } return 3;');
shape('block with a name of the outer function', 'const f2 = (z: number) => z; if (ON) { const z = 1; log(f2(z)); }');
shape('block with a function', "if (ON) { function inner() { return 1; } log(inner()); } else log('no');");
shape('block with a class', 'if (ON) { class Inner { x = 1; } log(new Inner().x); }');
shape('var in the dropped branch', 'if (ON) { log(1); } else { var v: number | undefined = 2; } log([v].length);');
shape('var in both branches', 'if (ON) { var w = 1; } else { var w = 2; } return w;');
shape('label', "outer: if (ON) { if (a) break outer; log('yes'); } log('end');");
shape(
  'comments in a branch',
  "// before\n  if (ON) { // open\n    // inner\n    log('yes'); // tail\n    /* last */\n  }\n  // after\n  log('end');",
);
shape('branch with a template of several lines', 'if (ON) {\n    log(`first\n    second\n      third ${a}`);\n  }');
shape('empty branches', 'if (ON) {} else {} log(1);');
shape('empty branch before else', "if (ON) {} else { log('no'); }");
shape(
  'try and catch',
  "try { if (ON) throw new Error('x'); log('no'); } catch (e) { log((e as Error).message); } finally { if (!ON) log('finally'); }",
);
shape('statement of the call', "ON; log('end');");
shape('and as a statement', "ON && log('yes'); a && ON && log('a');");
shape('or as a statement', "ON || log('no'); log('end');");
shape('switch over true', "switch (true) { case ON: log('yes'); break; case a: log('a'); break; default: log('no'); }");
shape('switch over the flag', "switch (ON) { case true: log('yes'); break; case false: log('no'); }");
shape('nested folds', "if (ON) { if (!ON) log('never'); else if (ON && a) log('a'); else log('b'); }");
shape('no semicolons', 'const before = a\n  if (ON) {\n    [1, 2].forEach((x) => log(x))\n  }\n  log(before)');
shape('no semicolons behind a removed statement', "let x = t(1)\n  if (ON) log('yes')\n  ;[x].forEach((y) => log(y))");
shape('no semicolons, and a call in parentheses', "const f3 = t(log)\n  ON && (f3)('yes')\n  log('end')");
shape('return within a callback', 'return [1, 2, 3].map((x) => { if (ON) { return x * 2; } log(x); return x; });');
shape('finally with an early return', "try { if (ON) return 1; log('x'); } finally { log('f'); } return 2;");
shape(
  'hoisted function behind an early return',
  "if (ON) { return helper(); }\n  function helper() { return t('h'); }\n  return helper() + 'old';",
);
shape('assertion function', "if (ON) { log(Number(a)); return; } else { log(Number(b)); } log('after');");

// Expressions
shape('ternary', "return ON ? t('yes') : t('no');");
shape('ternary within a template', 'return `${ON ? t(1) : t(2)}-${ON}`;');
shape('ternary of ternaries', 'return a ? (ON ? 1 : 2) : ON ? 3 : 4;');
shape('ternary in a condition of a ternary', 'return (ON ? a : b) ? 1 : 2;');
shape('ternary of objects in an arrow function', "const make = () => ON ? { x: 1, y: 'new' } : { x: 2, y: 'old' }; return make();");
shape('object at the start of a statement', "const o = { run: () => log('run') }; (ON ? o : { run: () => log('other') }).run();");
shape('function at the start of a statement', "(ON ? function () { log('f'); } : function () { log('g'); })();");
shape(
  'method that needs its object',
  "const o = { n: 1, m(this: { n: number } | void) { return this ? this.n : 'none'; } }; return (ON ? o.m : o.m)();",
);
shape('method of the chosen object', 'const o = { n: 1, m() { return this.n; } }; return (ON ? o : { n: 2, m: o.m }).m();');
shape(
  'tagged template',
  "const tag = { n: 1, f(this: { n: number } | void, s: TemplateStringsArray) { return [this ? this.n : 'none', s[0]]; } }; return (ON ? tag.f : tag.f)`x`;",
);
shape('and', 'return a && ON;');
shape('or', 'return a || ON;');
shape('and with the flag first', 'return ON && t(a);');
shape('or with the flag first', 'return ON || t(a);');
shape('and of a text', "const text = a ? 'x' : ''; return text && ON;");
shape('nullish', 'const x: boolean | undefined = ON; return x ?? t(a);');
shape('nullish as the fallback', 'const x = a ? undefined : b; return x ?? ON;');
shape('side effect before the flag', 'return t(a) && ON;');
shape('side effect before or', 'return t(a) || ON ? 1 : 2;');
shape('side effect in a condition', "if (t(a) && ON) log('both'); else log('none');");
shape('side effect in a condition, negated', "if (!(t(a) || !ON)) log('both'); else log('none');");
shape('side effect in a condition without else', "if (t(a) && !ON) log('x'); log('end');");
shape('side effect in a condition of an early return', "if (t(a) || ON) return 1; log('rest'); return 2;");
shape('side effect behind the flag', "if (ON && t(a)) log('both'); if (ON || t(b)) log('any');");
shape('side effects around the flag', "if (t(a) && ON && t(b)) log('all'); if (t(a) || ON || t(b)) log('any');");
shape('assignment in a condition', "let x = 0; if ((x = 1) && ON) log('x'); return x;");
shape('increment in a condition', 'let n = 0; const r = n++ > 0 || ON; return [n, r];');
shape('getter in a condition', "const o = { get x() { log('get'); return a; } }; if (o.x || ON) log('any'); return o.x && ON;");
shape('pure operand in a condition', "const o = { x: a }; if (o.x || ON) log('any'); if (o.x && ON) log('both');");
shape('comparison in a condition', "const n = a ? 1 : 2; if (n > 1 || ON) log('any'); if (ON && n === 1) log('both');");
shape('comma', "return (log('first'), ON);");
shape('comma in a branch', "return ON ? (log('first'), 1) : (log('second'), 2);");
shape('double negation', 'return !!ON;');
shape('Boolean', 'return Boolean(ON);');
shape('Boolean of the code', 'const Boolean = (x: unknown) => [x]; return Boolean(ON);');
shape('equal to true', 'return [ON === true, ON !== true, ON == true, false === ON];');
shape('equal to a variable', 'return ON === a;');
shape('typeof', 'return typeof ON;');
shape('void', 'return void ON;');
shape('as an argument', 'return t(ON);');
shape('as a default of a parameter', 'const g = (x = ON) => x; return [g(), g(a)];');
shape('in an object', 'return { on: ON, [String(ON)]: 1, nested: { off: !ON } };');
shape('in an array with spread', 'return [...(ON ? [1, 2] : []), 3];');
shape('in an object with spread', 'return { x: 0, ...(ON && { z: 1 }), ...(!ON ? { y: 2 } : {}), ...(a && ON && { a }) };');
shape('compound assignment', 'let x = a; x &&= ON; let y = a; y ||= ON; return [x, y];');
shape('precedence of or within and', 'return (a || ON) && b;');
shape('precedence of a kept or', 'return b && (ON ? a || b : false);');
shape('precedence of a kept ternary', 'return (ON ? (a ? 1 : 2) : 3) + 1;');
shape('precedence of a kept arrow function', 'return (ON ? (x: number) => x + 1 : (x: number) => x - 1)(2);');
shape('precedence of a kept assignment', 'let x = 0; const y = ON ? (x = 1) : (x = 2); return [x, y];');
shape('precedence of a kept sum', 'return (ON ? 1 + 2 : 3) * 2;');
shape('number as an object', 'return (ON ? 1 : 2).toFixed(1);');
shape('optional chain', 'const o: { p?: { q: number } } = a ? { p: { q: 1 } } : {}; return (ON ? o?.p : o?.p)?.q;');
shape('new with a chosen class', 'class A { n = 1; } class B { n = 2; } return new (ON ? A : B)().n;');
shape('new with a called factory', 'const make = () => class { n = 1; }; return new (ON ? make() : make())().n;');
shape('regular expression', "return (ON ? /x/ : /y/).test('x');");
shape('text at the start of a statement', "ON ? 'use strict' : log('no'); log('end');");
shape('in', "return ('x' in (ON ? { x: 1 } : { y: 1 }));");
shape('generator', 'function* g() { if (ON) yield 1; yield ON ? 2 : 3; } return [...g()];');
shape('class members', 'class C { on = ON; static off = !ON; get x() { return ON ? 1 : 2; } } return [new C().on, C.off, new C().x];');

// Variables
shape('constant', "const isOn = ON; if (isOn) log('yes'); return isOn ? 1 : 2;");
shape('constant in a shorthand', 'const isOn = ON; return { isOn };');
shape('constant in a closure', 'const isOn = ON; return [1].map((x) => (isOn ? x : -x));');
shape('constant of a constant', 'const isOn = ON; const isBoth = isOn && a; const isOff = !isOn; return [isBoth, isOff, isOn];');
shape('constant with a type', 'const isOn: boolean = ON; return isOn;');
shape('variable that is never assigned', 'let isOn = ON; return isOn ? 1 : 2;');
shape('variable that is assigned', 'let isOn = ON; if (a) isOn = false; return isOn;');
shape('variable that is assigned by destructuring', 'let isOn = ON; [isOn] = [a]; return isOn;');
shape('variable that hides another', 'const isOn = ON; const g = (isOn: boolean) => isOn; return [g(a), isOn];');
shape('var', 'var isOn = ON; return isOn;');
shape('one of several declarations', 'const x = t(1), isOn = ON, y = t(2); return isOn ? x : y;');
shape('constant with the type of another', 'const isOn = ON; let other: typeof isOn = a; return [isOn, other];');
shape('unused constant', "const FLAG = 'f'; const unused = 1; return client.isEnabled(FLAG);");
shape('constant of the module', 'return client.isEnabled(NAMES.flag) ? client.isEnabled(NAME) : 0;', {
  top: "const NAME = 'f';\nconst NAMES = { flag: 'f', other: 'g' } as const;",
});
shape('enum', 'return client.isEnabled(Flag.F) && other;', { top: "enum Flag { F = 'f' }\nconst other = Object.keys(Flag);" });
shape('function that becomes unused', 'return ON ? fresh() : old();', {
  top: "function fresh() { return t('fresh'); }\nfunction old() { return t('old') + helper(); }\nconst helper = () => 'h';",
});
shape('variable with a side effect that becomes unused', 'const x = t(1); return ON ? 2 : x;');
shape('variable of the module with a side effect', 'return ON ? 1 : made.n;', { top: 'const made = t({ n: 2 });' });
shape('recursive function that becomes unused', 'return ON ? 1 : down(3);', {
  top: 'function down(n: number): number { return n > 0 ? down(n - 1) : 0; }',
});
shape('class that becomes unused', 'return ON ? 1 : new Old().n;', { top: 'class Old { n = 2; }' });
shape('class with a static block that becomes unused', 'return ON ? 1 : new Old().n;', {
  top: "class Old { n = 2; static { log('static'); } }",
});
shape('type that becomes unused', 'if (!ON) { const o: Old = { n: 1 }; return o.n; } return 2;', { top: 'interface Old { n: number }' });

// Variants
shape('name of the variant', 'return VARIANT.name;');
shape('comparison of the variant', "return VARIANT.name === 'blue' ? t(1) : t(2);");
shape(
  'variant as a constant',
  "const variant = VARIANT; if (variant.enabled && variant.name === 'blue') log('blue'); else log(variant.name);",
);
shape('variant by destructuring', 'const { name, enabled: isOn } = VARIANT; return [name, isOn];');
shape(
  'variant that is passed on',
  "const variant = VARIANT; const { name, enabled } = variant; log(name); return Object.keys(variant).includes('name') && enabled;",
);
shape('payload of the variant', "const variant = VARIANT; return variant.payload?.value ?? 'none';");
shape('payload in a condition', "const variant = VARIANT; if (variant.payload) log(variant.payload.value); else log('none');");
shape('method of the payload', 'return VARIANT.payload?.value.toUpperCase();');
shape(
  'switch over the variant',
  "switch (VARIANT.name) { case 'red': log('red'); break; case 'blue': log('blue'); break; default: log('default'); }",
);
shape(
  'switch that falls through',
  "switch (VARIANT.name) { case 'red': log('red'); case 'blue': log('blue'); case 'green': log('green'); break; default: log('default'); } log('end');",
);
shape(
  'switch with blocks',
  "switch (VARIANT.name) {\n    case 'blue': {\n      const x = t('b');\n      log(x);\n      break;\n    }\n    default: {\n      const x = t('d');\n      log(x);\n    }\n  }",
);
shape(
  'switch with returns',
  "switch (VARIANT.name) { case 'blue': return t('b'); case 'disabled': return t('d'); default: return t('x'); }",
);
shape(
  'switch with an inner break',
  "switch (VARIANT.name) { case 'blue': if (a) break; log('blue'); break; default: log('default'); } log('end');",
);
shape(
  'switch in a loop',
  "for (const x of [1, 2]) { switch (VARIANT.name) { case 'blue': if (x === 1) continue; log(x); break; default: continue; } log('end'); }",
);
shape('switch with a shared name', "switch (VARIANT.name) { case 'red': let x; x = 1; log(x); break; default: x = 2; log(x); }");
shape(
  'switch with a default in the middle',
  "switch (VARIANT.name) { case 'red': log('red'); default: log('default'); case 'green': log('green'); }",
);
shape('switch over constants', "switch (VARIANT.name) { case Names.Blue: log('blue'); break; case Names.Off: log('off'); }", {
  top: "enum Names { Blue = 'blue', Off = 'disabled' }",
});
shape('switch with a computed case', "switch (VARIANT.name) { case t('blue'): log('blue'); break; default: log('default'); }");
shape('map of variants', 'const colors: Record<string, number> = { blue: 1, disabled: 2 }; return colors[VARIANT.name];');
shape('chain of comparisons', "const { name } = VARIANT; return name === 'red' ? 1 : name === 'blue' ? 2 : 3;");

// Calls
shape('with a context', "return client.isEnabled('f', { userId: '7', properties: { a: String.name } });");
shape('with a context that is built', "return client.isEnabled('f', t({ userId: '7' }));", { isRefused: true });
shape('on a client that is built', "return (t(client)).isEnabled('f');", { isRefused: true });
shape('on an optional client', "const c = a ? client : undefined; return c?.isEnabled('f') ?? 'none';", { isRefused: true });
shape('with a computed name', "const name = a ? 'f' : 'g'; return client.isEnabled(name);", { isRefused: true });
shape('with a template', "const part = 'f'; return client.isEnabled(`${part}`);", { isRefused: true });
shape('with a function as the fallback', "return client.isEnabled('f', {}, () => true);");
shape('another flag', "return client.isEnabled('g') || t(a);", { isRefused: true });
shape('own function of the same name', "return isEnabled('f');", {
  top: "function isEnabled(name: string) { return t(name) === 'g'; }",
  isRefused: true,
});
shape('own method of an object', "const client = { isEnabled: (name: string) => t(name) === 'g' }; return client.isEnabled('f');", {
  isRefused: true,
});
shape('own method of an instance', "const client = new Own(); return client.isEnabled('f');", {
  top: "class Own { isEnabled(name: string) { return t(name) === 'g'; } }",
  isRefused: true,
});
shape('used as a promise', "const p = client.isEnabled('f') as any; return p.then?.(t) ?? 'none';", { isRefused: true });
shape('text with the same content', "log('f'); return ON;");
shape('awaited', "if (await of.getBooleanValue('f', false)) log('yes'); return (await of.getBooleanValue('f', true)) ? 1 : 2;", {
  isAsync: true,
});
shape('returned by an async function', "const g = async () => of.getBooleanValue('f', false); return await g();", { isAsync: true });
shape('a promise that is kept', "const p = of.getBooleanValue('f', false); return (await p) ? 1 : 2;", { isAsync: true, isRefused: true });
shape('awaited in an expression', "return !(await of.getBooleanValue('f', false)) && a;", { isAsync: true });
shape('details', "return (await of.getBooleanDetails('f', false)).value;", { isAsync: true, isRefused: true });

// JSX
shape('JSX and', 'return <div>{ON && <b>new</b>}</div>;');
shape('JSX ternary', 'return <div>{ON ? <b>new</b> : <i>old</i>}</div>;');
shape('JSX ternary with null', 'return <div>\n    {ON ? <b>new</b> : null}\n    <p />\n  </div>;');
shape(
  'JSX of several lines',
  'return (\n    <div>\n      {ON && (\n        <b>\n          new {a}\n        </b>\n      )}\n      {!ON && <i>old</i>}\n    </div>\n  );',
);
shape('JSX beside text', 'return <p>before {ON && <b>new</b>} after {!ON} end</p>;');
shape('JSX beside text on its own line', 'return (\n    <p>\n      before{" "}\n      {ON && <b>x</b>}\n      after\n    </p>\n  );');
shape('JSX attribute', "return <input disabled={!ON} title={ON ? 'new' : 'old'} />;");
shape('JSX attribute with an element', 'return <Box head={ON ? <b>new</b> : <i>old</i>} />;', {
  top: 'const Box = ({ head }: { head: unknown }) => <div>{head}</div>;',
});
shape('JSX as the result', 'if (ON) {\n    return <b>new</b>;\n  }\n  return <i>old</i>;');
shape('JSX ternary as the result', 'return ON ? (\n    <b>\n      new\n    </b>\n  ) : (\n    <i>old</i>\n  );');
shape('JSX fragment', 'return <>{ON && <><b>1</b><b>2</b></>}{a && ON && <i>3</i>}</>;');
shape('JSX with a list', 'return <ul>{ON && [1, 2].map((x) => <li>{x}</li>)}</ul>;');
shape('JSX with a variable', 'const isOn = ON; return <div>{isOn ? "new" : "old"}{isOn && a ? <b /> : <i />}</div>;');
shape('JSX component that becomes unused', 'return <div>{ON ? <b>new</b> : <Old />}</div>;', {
  top: 'function Old() { return <i>old</i>; }',
});
shape(
  'JSX with a comment in a branch',
  'return (\n    <p>\n      {ON ? (\n        // new\n        <b />\n      ) : (\n        // old\n        <i />\n      )}\n    </p>\n  );',
);
shape('JSX in an array', 'return <div>{[ON && <b>1</b>, <i>2</i>]}</div>;');

/** All shapes, each with a title of its own. */
export const codeShapes: readonly Shape[] = shapes;
