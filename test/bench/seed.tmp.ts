import { openClient } from '@signalbox/testing'; import { Agent } from 'undici'; import { seed } from './administration/seed.ts';
const agent = new Agent(); const url = process.argv[2]!; const a = openClient(url, agent, () => ({}));
const { headers } = await a.post('/auth/simple/login', { username: 'admin', password: 'a journey of 1000 miles' });
const t=Date.now(); await seed(openClient(url, agent, () => ({ cookie: String(headers['set-cookie']).split(';')[0]! })), Number(process.argv[3]), () => {}); console.log('seeded', Date.now()-t,'ms'); process.exit();
