/**
 * The YAML library, for import on demand. The published bundle gives a CommonJS package that is imported on demand no named exports, so this
 * module imports it at once.
 */
export { isPair, isSeq, parseAllDocuments, stringify, visit } from 'yaml';
