import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';

const secret = () => randomBytes(28).toString('hex');

/**
 * The command `make-secrets FOLDER`: generates the secrets of docker-compose.yml that are missing. Each server has a folder for its secrets.
 * `product` has a file for each setting of the services. Only the owner can reach a new folder.
 */
export async function makeSecrets([folder = '/secrets']: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  splitEarlier(join(folder, 'product'));
  const make = (name: string, value = secret) => readOrWrite(join(folder, name), value);
  const [mysql, rabbitmq, redis] = ['mysql', 'rabbitmq', 'redis'].map((server) => make(`${server}/password`));
  make('mysql/root-password');
  make('grafana/password');
  make('product/DATABASE_URL', () => `mysql://signalbox:${mysql}@mysql:3306`);
  make('product/BUS_URL', () => `amqp://signalbox:${rabbitmq}@rabbitmq:5672`);
  make('product/CACHE_URL', () => `redis://:${redis}@redis:6379`);
  make('product/INTERNAL_SECRET');
  make('product/ENCRYPTION_KEY');
}

/** Earlier versions kept the settings of services in one file. Values encrypted under INTERNAL_SECRET remain readable. */
function splitEarlier(product: string): void {
  const earlier = join(product, 'settings.env');
  if (!existsSync(earlier)) return;
  for (const [name, value = ''] of Object.entries(parseEnv(readFileSync(earlier, 'utf8')))) readOrWrite(join(product, name), () => value);
  rmSync(earlier);
}

/** World-readable, because servers run as different users. */
function readOrWrite(file: string, make: () => string): string {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, make(), { mode: 0o444 });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, 'utf8');
}
