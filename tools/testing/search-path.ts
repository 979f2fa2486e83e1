import { delimiter, dirname } from 'node:path';

/** Where a process that is given nothing else of this environment finds executables: this Node first. */
export const searchPath = [dirname(process.execPath), process.env['PATH']].join(delimiter);
