const [word, ...others] = process.argv.slice(2);

// A relay loads none of the other services.
if (word === 'relay') await (await import('./serve-relay.ts')).serveRelay(others);
else await (await import('./serve.ts')).serve(process.argv.slice(2));
