import type { InstallationState } from '../../contract/schema/admin.schema.ts'
import { adminText } from '../text/en/work/admin.ts'
import { Card } from '../ui/card.tsx'
import { ColomboTime } from '../ui/colombo-time.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Sentence } from '../ui/sentence.tsx'
import { Facts } from '../ui/list/facts.tsx'

/** What is known of the chain, and the newest checkpoint. */
export function AuditTrailCard({ audit }: Pick<InstallationState, 'audit'>) {
  const { sentence, checkpoint } = audit
  return (
    <Card title={adminText.auditTrail}>
      <Facts
        facts={[
          [adminText.chain, sentence],
          [
            adminText.checkpoint,
            checkpoint ? (
              <Sentence
                text={adminText.checkpointOf(checkpoint.entry)}
                time={<ColomboTime instant={checkpoint.at} />}
              />
            ) : (
              adminText.noCheckpoint
            ),
          ],
          [adminText.key, checkpoint && <code>{checkpoint.key}</code>],
        ]}
      />
    </Card>
  )
}

/** Version and settings. */
export function InstallationCard({ state }: { readonly state: InstallationState }) {
  return (
    <Card title={adminText.installation} aside={<span>{adminText.version(state.version)}</span>}>
      <Disclosure summary={adminText.settings}>
        <Facts
          facts={state.settings.map(({ name, is_set, value }) => [
            name,
            is_set ? (value ?? adminText.secret) : adminText.unset,
          ])}
        />
      </Disclosure>
    </Card>
  )
}
