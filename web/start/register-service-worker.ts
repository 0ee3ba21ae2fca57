/* The compiler's DOM library does not know Trusted Types yet. */
interface TrustedTypesOf {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL(url: string): string }
}

const WORKER = '/service-worker.js'

/**
 * Has the browser keep the public pages that are looked at (service-worker.ts). Without a secure
 * context it cannot.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { trustedTypes } = window as { trustedTypes?: TrustedTypesOf }
  // The one policy that the pages' Content-Security-Policy allows; it knows one address.
  const policy = trustedTypes?.createPolicy('service-worker', { createScriptURL: () => WORKER })
  navigator.serviceWorker.register(policy?.createScriptURL(WORKER) ?? WORKER).catch(() => undefined)
}
