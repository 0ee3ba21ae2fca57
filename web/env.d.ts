interface ImportMetaEnv {
  /** Origin of the API, for pages that are hosted elsewhere; read when the client is built. */
  readonly VITE_API_BASE?: string
  /** The language of the build (vite.config.ts). */
  readonly VITE_LANGUAGE?: 'en' | 'si' | 'ta'
}

/** What is done to a page that the server made before its scripts are there: start.ts notes it, connection/early-input.ts enters it. */
interface EarlyInput {
  /** The fields that somebody typed in or chose from, and what they held then. */
  readonly values: Map<HTMLInputElement | HTMLSelectElement, string>
  /** The forms that somebody sent and that nothing but scripts can send. */
  readonly forms: Set<HTMLFormElement>
}

interface Window {
  earlyInput?: EarlyInput
}
