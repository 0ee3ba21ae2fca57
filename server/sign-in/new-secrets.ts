import { codeHash, newCode, newToken, tokenHash } from '../identity/secrets.ts'

export interface NewSecrets {
  readonly codeHash: Buffer
  readonly linkHash: Buffer
}

/** A new code and link, for the email, and what the database keeps of them. */
export function newSecrets(
  secretKey: Buffer,
  email: string,
): { secrets: { code: string; linkToken: string }; hashes: NewSecrets } {
  const secrets = { code: newCode(), linkToken: newToken() }
  return {
    secrets,
    hashes: {
      codeHash: codeHash(secretKey, email, secrets.code),
      linkHash: tokenHash(secrets.linkToken),
    },
  }
}
