import { accessSync, constants, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const roomBytes = 4 * 2 ** 30;

/**
 * Folder for the temporary files of a run. In memory if the system has such a folder and 4 GB free, because databases would otherwise spend
 * most of a test waiting for the disk. A killed process loses no more there than on a disk.
 */
export const runFolder = (prefix: string): string => join(hasRoomInMemory() ? memory : tmpdir(), `signalbox-${prefix}files`);

function hasRoomInMemory(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return Math.min(bavail * bsize, freemem()) > roomBytes;
  } catch {
    return false;
  }
}
