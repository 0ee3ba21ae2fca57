interface ImportMetaEnv {
  /** Origin of the API, for pages that are hosted elsewhere; read when the client is built. */
  readonly VITE_API_BASE?: string
  /** The language of the build (vite.config.ts). */
  readonly VITE_LANGUAGE?: 'en' | 'si' | 'ta'
}

interface Window {
  /**
   * What is done to a page that the server made before its scripts are there, in order: the fields that somebody typed in or chose from, with
   * what they held then, and the forms that nothing but scripts can send. start.ts notes it, connection/early-input.ts enters it.
   */
  earlyInput?: Map<HTMLInputElement | HTMLSelectElement | HTMLFormElement, string>
}
