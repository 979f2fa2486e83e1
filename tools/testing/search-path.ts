import { delimiter, dirname } from 'node:path';

/** PATH for processes that inherit nothing else of this environment: this Node first. */
export const searchPath = [dirname(process.execPath), process.env['PATH']].join(delimiter);
