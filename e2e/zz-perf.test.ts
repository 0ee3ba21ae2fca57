import { test } from 'vitest'
import { randomBytes } from 'node:crypto'
import writeXlsxFile from 'write-excel-file/node'
import { visit } from '../harness/browser/visitor.ts'
import { startProduct } from '../harness/product.ts'
const product = await startProduct({ recorded: {} })
test('perf', async () => {
  const user = await product.user()
  const rows: any[] = [[{ value: 'Date' }, { value: 'Currency' }, { value: 'Rate' }, { value: 'Remark' }]]
  for (let i = 0; i < 10000; i++) rows.push([{ value: new Date(Date.UTC(2019, 0, 1 + Math.floor(i / 4))), type: Date, format: 'yyyy-mm-dd' }, { value: ['USD', 'AUD', 'CAD', 'GBP'][i % 4] }, { value: [330, 230, 235, 440][i % 4]! + (i % 97) / 100 }, { value: randomBytes(135).toString('base64') }])
  const buffer = await writeXlsxFile(rows).toBuffer()
  console.log('bytes', buffer.length)
  const visitor = await visit(product, { as: user, at: '/import' })
  const { page } = visitor
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.evaluate(`window.__long=[];new PerformanceObserver(l=>{for(const e of l.getEntries())window.__long.push([Math.round(e.startTime),Math.round(e.duration)])}).observe({type:'longtask',buffered:true});
   window.__w=[];const W=Worker.prototype;const d=Object.getOwnPropertyDescriptor(W,'onmessage');Object.defineProperty(W,'onmessage',{set(f){d.set.call(this,e=>{window.__w.push(performance.now());f(e)})},get(){return d.get.call(this)}});
   const f0=window.fetch;window.__f=[];window.fetch=async(u,o)=>{if(String(u).includes('preview')){window.__f.push(['req',performance.now()]);const r=await f0(u,o);const t=await r.clone().text();window.__f.push(['res',performance.now()]);return new Response(t,{status:r.status,headers:r.headers})}return f0(u,o)}`)
  const t0 = Date.now()
  await page.getByLabel('File with rates').setInputFiles({ name: 'big.xlsx', mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', buffer })
  const appeared = (text: string) => page.evaluate(`new Promise(r=>{const c=()=>{const h=[...document.querySelectorAll('h2')].find(x=>x.textContent.includes(${JSON.stringify(text)}));if(h)r(performance.now());else requestAnimationFrame(c)};c()})`)
  const shown = await appeared('What is in each column') as number
  const [w] = await page.evaluate('window.__w') as number[]
  console.log('parse+show ms', Date.now() - t0, 'proposal after parsing', Math.round(shown - (w ?? 0)))
  await page.locator('select[name=kind]').selectOption('indicative')
  await page.evaluate('window.__long.length=0')
  const click = page.evaluate(`new Promise(r=>{const b=[...document.querySelectorAll('button')].find(x=>x.textContent==='Continue');const t=performance.now();b.click();const c=()=>{const h=document.getElementById('preview');if(h)r([t,performance.now()]);else requestAnimationFrame(c)};c()})`)
  const [from, to] = await click as [number, number]
  const f = await page.evaluate('window.__f') as [string, number][]
  const req = f.find(([n]) => n === 'req')![1], res = f.find(([n]) => n === 'res')![1]
  console.log('click→request', Math.round(req - from), 'network', Math.round(res - req), 'response→shown', Math.round(to - res), 'long tasks', JSON.stringify(await page.evaluate('window.__long')))
}, 120000)
