interface ImportMetaEnv {
  /** Origin of the API, for pages that are hosted elsewhere; read when the client is built. */
  readonly VITE_API_BASE?: string
}

interface Window {
  /**
   * What is done to a page that the server made before its scripts are there, in order: the fields
   * that somebody typed in or chose from, with what they held then, and the forms that nothing but
   * scripts can send. start/inline-script.ts notes it, start/early-input.ts enters it.
   */
  earlyInput?: Map<HTMLInputElement | HTMLSelectElement | HTMLFormElement, string>
}

/** The sentences of the pages (scripts/sentence-modules.ts). */
declare module 'virtual:sentences' {
  type Data = Readonly<Record<string, unknown>>
  const parts: Readonly<
    Record<
      import('../contract/language.ts').Language | 'work',
      () => Promise<{ default: { readonly own: Data; readonly english: Data } }>
    >
  >
  export default parts
}
