import fs from 'node:fs'
import { readFile } from './web/imports/read-file.ts'
import { proposeMapping } from './domain/imports/proposal.ts'
import { readLines } from './domain/imports/mapping.ts'
import { formatRate } from './domain/money.ts'
const all=JSON.parse(fs.readFileSync('domain/imports/recorded-sheets.json','utf8')) as any[]
const out:any[]=[]
let n=0, exact=0, traps=0, quiet=0
for (const each of all) {
  let grid
  try { grid=readFile(new TextEncoder().encode(each.lines.join('\n'))).grid } catch { continue }
  const exp=each.rates.map((r:string)=>r.split(' ').length===3?r.replace(/ (\S+)$/,' indicative $1'):r).sort()
  const days=[...new Set(exp.map((r:string)=>r.slice(0,10)))]
  const read=(a:any)=>{const {form={},...answers}=a; const m={...proposeMapping(grid!,'rates',form),...answers}; return readLines(grid!,m,'rates').filter(l=>!l.problem).map(l=>`${l.date} ${l.currency} ${l.kind} ${formatRate(Math.round(l.rate!*1e4) as any)}`).sort()}
  const unread=read({})
  if (exp.length===0) { traps++; if (unread.length===0) quiet++; else console.log('TRAP read', each.sheet, unread.join('; ').slice(0,160)); if (unread.length===0 && each.lines.length<7) out.push({sheet:each.sheet,lines:each.lines,answers:{},rates:[]}); continue }
  n++
  const cands:any[]=[{}]
  for (const kind of [undefined,'indicative','tt-buying','tt-selling']) for (const sides of [undefined,'tt','none']) for (const fillRight of [false,true]) for (const fillDown of [false,true]) for (const day of [undefined, ...(days.length===1?[days[0]]:[])]) for (const turned of [undefined,true])
    cands.push({...(kind&&{kind}),...(sides&&{sides}),...(day&&{day}),...((fillRight||fillDown||turned)&&{form:{...(fillRight&&{fillRight}),...(fillDown&&{fillDown}),...(turned&&{turned})}})})
  const found=cands.find(c=>JSON.stringify(read(c))===JSON.stringify(exp))
  if (found) { exact++; out.push({sheet:each.sheet,lines:each.lines,answers:found,rates:exp}) }
}
console.log({sheets:n,exact,traps,quiet,out:out.length})
fs.writeFileSync('/tmp/out.json',JSON.stringify(out))
