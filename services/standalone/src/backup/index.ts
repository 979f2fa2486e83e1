export { backUp } from './back-up.ts';
export { type BackupHeader, verifyBackup } from './backup-file.ts';
export { BackupProblem, type ProgressListener } from './progress.ts';
export { restore } from './restore-backup.ts';
export { backupSurface } from './surface.ts';
