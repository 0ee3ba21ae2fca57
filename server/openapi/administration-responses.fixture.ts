import * as administration from '../../contract/admin.ts'
import { createSignedInUser } from '../testing/signed-in-user.ts'
import type { TestApp } from '../testing/test-app.ts'
import type { ResponseRecorder } from './response-recorder.fixture.ts'

/** The address that the setting `ADMINS` has to name. */
export const ADMIN = 'admin@example.lk'

/** Records what administration responds with, for users made here. */
export async function recordAdministration(test: TestApp, recorder: ResponseRecorder): Promise<void> {
  const { db, deps, owner, clock } = test
  const at = clock.now()
  const made = (name: string, address: string) => createSignedInUser(db, deps.secretKey, name, address, at)
  const headers = { authorization: `Bearer ${(await made('Sanduni Silva', ADMIN)).token}` }
  const { id } = await made('Kamala Fernando', 'kamala@example.lk')
  const other = await made('Nobody', 'nobody@example.com')
  await owner.updateTable('app_user').set({ approved_at: null }).where('id', 'in', [id, other.id]).execute()
  const payload = { email: 'ruwan@example.lk' }
  await recorder.call(administration.inviteUser, { headers, payload })
  await recorder.call(administration.listUsers, { headers, query: '?state=waiting&search=kamala' })
  await recorder.call(administration.approveUser, { headers, params: { id } })
  await recorder.call(administration.endUserAccess, { headers, params: { id } })
  await recorder.call(administration.suspendUser, { headers, params: { id } })
  await recorder.call(administration.unsuspendUser, { headers, params: { id } })
  await recorder.call(administration.rejectUser, { headers, params: { id: other.id } })
  const hourAgo = new Date(at.getTime() - 3_600_000)
  const [tomorrow, feed] = [new Date(at.getTime() + 86_400_000), { feed: 'cbsl' as const, tries: 0 }]
  await db
    .insertInto('rate_feed_state')
    .values({ ...feed, last_try_at: hourAgo, last_success_at: hourAgo, failure: null, next_try_at: tomorrow })
    .execute()
  await recorder.call(administration.installationState, { headers })
  await recorder.call(administration.withdrawInvitation, { headers, payload })
  await recorder.call(administration.requestImport, { headers })
}
