export { compiled, type Operand } from './compiled.ts';
