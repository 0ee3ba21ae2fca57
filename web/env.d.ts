/** Made by scripts/sentence-modules.ts. */
declare module 'virtual:sentences' {
  type Data = Readonly<Record<string, unknown>>
  const parts: Readonly<
    Record<
      // eslint-disable-next-line @typescript-eslint/consistent-type-imports -- an import would make this file a module
      import('../text/parts.ts').SentenceFile,
      () => Promise<{ default: { readonly own: Data; readonly english: Data } }>
    >
  >
  export default parts
}
