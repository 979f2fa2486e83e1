const [word, ...others] = process.argv.slice(2);

// A relay and a migration load none of the other services.
if (word === 'relay') await (await import('./serve-relay.ts')).serveRelay(others);
else if (word === 'migrate') await (await import('@signalbox/migration/main')).runMigration(others);
else await (await import('./serve.ts')).serve(process.argv.slice(2));
