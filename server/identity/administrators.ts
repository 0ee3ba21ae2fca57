import type { OwnAccount, User } from '../../contract/sign-in.ts'
import type { Config } from '../config.ts'

type Administrators = Pick<Config, 'admins'>

/** Whether the setting `ADMINS` names a user's address. */
export function isAdmin({ admins }: Administrators, { email }: Pick<User, 'email'>): boolean {
  return admins.includes(email)
}

/** Who is signed in, as it is shown to them. */
export function ownAccount(
  config: Administrators,
  { user, approved }: { readonly user: User; readonly approved: boolean },
): OwnAccount {
  return isAdmin(config, user) ? { user, approved: true, admin: true } : { user, approved }
}
