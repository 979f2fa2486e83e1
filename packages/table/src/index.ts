export * from './column-types.ts';
export * from './column.ts';
export { compiled, type Operand } from './compiled.ts';
export * from './composite-key.ts';
export * from './contains-text.ts';
export * from './merge-rows.ts';
export * from './projection.ts';
export * from './read-together.ts';
export * from './table.ts';
