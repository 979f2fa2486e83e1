// Generates the secrets of docker-compose.yml once: `node deploy/image/make-secrets.ts <folder>`. Each server has a folder
// for its secrets; services read theirs as settings from product/settings.env.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [folder = '/secrets'] = process.argv.slice(2);
const settings = join(folder, 'product/settings.env');
const secret = () => randomBytes(28).toString('hex');

/** World-readable, because servers run as different users. Only they can reach the folder. */
function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, text, { mode: 0o444 });
  renameSync(`${file}.new`, file);
}

const encryptionKey = () => `ENCRYPTION_KEY=${secret()}`;

if (!existsSync(settings)) {
  const passwords = { mysql: secret(), rabbitmq: secret(), redis: secret() };
  for (const [server, password] of Object.entries(passwords)) write(join(folder, server, 'password'), password);
  write(join(folder, 'mysql/root-password'), secret());
  write(join(folder, 'grafana/password'), secret());
  const lines = [
    `DATABASE_URL=mysql://signalbox:${passwords.mysql}@mysql:3306`,
    `BUS_URL=amqp://signalbox:${passwords.rabbitmq}@rabbitmq:5672`,
    `CACHE_URL=redis://:${passwords.redis}@redis:6379`,
    `INTERNAL_SECRET=${secret()}`,
    encryptionKey(),
  ];
  // Written last, because its existence marks a complete run.
  write(settings, `${lines.join('\n')}\n`);
} else {
  // Settings of earlier versions have no encryption key. Values encrypted under INTERNAL_SECRET remain readable.
  const before = readFileSync(settings, 'utf8');
  if (!/^ENCRYPTION_KEY=/m.test(before)) write(settings, `${before}${encryptionKey()}\n`);
}
