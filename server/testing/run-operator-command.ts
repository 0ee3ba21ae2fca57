import { vi } from 'vitest'
import { currencies, setCurrencies } from '../../domain/currency.ts'
import { publishers, setPublishers } from '../../domain/series.ts'
import type { TestApp } from './test-app.ts'

let runs = 0

/** Like `startCommand`, but within this process, because starting another takes a second. */
export async function runCommandHere(
  name: string,
  parameters: readonly string[],
  settings: Readonly<Record<string, string>>,
) {
  const { argv, env, exitCode } = process
  const [banks, codes] = [publishers(), currencies()]
  const listeners = [process.stdout, process.stderr].map((stream) => stream.listeners('error'))
  const output = { out: '', err: '' }
  const print =
    (to: keyof typeof output) =>
    (...parts: unknown[]) =>
      (output[to] += `${parts.map(String).join(' ')}\n`)
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(print('out')),
    vi.spyOn(console, 'error').mockImplementation(print('err')),
  ]
  try {
    process.argv = [...argv.slice(0, 2), ...parameters]
    process.env = { PATH: env['PATH'], RATE_FEED: 'off', NODE_ENV: 'production', ...settings }
    process.exitCode = 0
    // Another address makes the module run again.
    await import(/* @vite-ignore */ `../commands/${name}.ts?${++runs}`)
    return { ...output, printed: output.out + output.err, status: process.exitCode }
  } finally {
    Object.assign(process, { argv, env, exitCode })
    for (const [index, stream] of [process.stdout, process.stderr].entries())
      for (const each of stream.listeners('error'))
        if (!listeners[index]?.includes(each)) stream.off('error', each as () => void)
    for (const spy of spies) spy.mockRestore()
    setPublishers(banks)
    setCurrencies(codes)
  }
}

/** On the database of a running application. */
export async function runOperatorCommand(
  { deps }: TestApp,
  command: string,
  parameters: readonly string[],
  settings: Readonly<Record<string, string>> = {},
) {
  const { printed, status } = await runCommandHere(command, parameters, {
    DATABASE_URL: deps.listenUrl,
    DATABASE_OWNER_URL: deps.listenUrl.replace('//rupee_app@', '//rupee_owner@'),
    DATA_DIR: deps.config.dataDir,
    SECRET_KEY: deps.secretKey.toString('hex'),
    ...settings,
  })
  return { printed, status }
}
