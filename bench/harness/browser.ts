import { chromium, type Browser } from 'playwright-core'

interface Script<T> {
  readonly run: T
}

/** A module of scripts/, which have no types because they run before there is a compiler. */
async function fromScripts<T>(file: string, name: string): Promise<Script<T>> {
  const found = (await import(new URL(`../../scripts/${file}`, import.meta.url).href)) as Record<string, T>
  return { run: found[name]! }
}

/** Builds the pages where they are older than their sources. Throws where that fails. */
export async function builtPages(): Promise<void> {
  const { run: buildIfStale } = await fromScripts<() => Promise<boolean>>('build.mjs', 'buildIfStale')
  if (!(await buildIfStale())) throw new Error('The pages could not be built')
}

/** The machine's Chromium, or one that is installed first. */
export async function chromiumPath(): Promise<string> {
  return (await fromScripts<() => Promise<string>>('chromium.mjs', 'chromium')).run()
}

/** A Chromium that does nothing on its own account. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  })
}
