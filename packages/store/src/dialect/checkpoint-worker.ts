import { workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

const connection = new Database(workerData as string);
connection.pragma('wal_checkpoint(passive)');
connection.close();
