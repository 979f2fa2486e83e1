import {execSync} from 'node:child_process';
import {readFileSync,writeFileSync} from 'node:fs';
import {only} from './test/architecture/tokens.ts';
const dry=process.argv[2]!=='write';
const files=execSync('git ls-files test tools').toString().trim().split('\n').filter(f=>/\.tsx?$/.test(f));
const map:Record<string,string[]>={stated:['emitted','recorded'],told:['reported','notified'],wanted:['expected','required'],asked:['requested','requests'],said:['response','reply'],lampOn:['isLit'],examine:['dryRun'],examined:['outcome'],pieces:['chunks'],piece:['chunk'],plate:['card'],dear:['expensive'],patience:['timeout']};
const re=/[A-Za-z_$][\w$]*/g;
for(const f of files){const text=readFileSync(f,'utf8');const code=only(text,'code');const ids=[...code.matchAll(re)];const set=new Set(ids.map(m=>m[0]));let out='',at=0;
 for(const m of ids){const alts=Object.hasOwn(map,m[0])?map[m[0]]:undefined;if(!alts)continue;const to=alts.find(a=>!set.has(a));if(!to){console.log('conflict',f,m[0]);continue;}out+=text.slice(at,m.index)+to;at=m.index+m[0].length;}
 out+=text.slice(at);if(!dry&&out!==text)writeFileSync(f,out);}
