interface ImportMetaEnv {
  /** Origin of the API, for pages that are hosted elsewhere; read when the client is built. */
  readonly VITE_API_BASE?: string
  /** The language of the build (vite.config.ts). */
  readonly VITE_LANGUAGE?: 'en' | 'si' | 'ta'
}
