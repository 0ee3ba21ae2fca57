import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResponseOf } from '../../contract/all-endpoints.ts'
import type { ImportSubject } from '../../domain/row-status.ts'
import { t } from '../../text/sentences.ts'
import { call } from '../api.ts'
import { createQuery, refresh, useResponse } from '../queries.ts'
import { Button, useAction } from '../ui/button.tsx'
import { Card, Disclosure } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { ListError } from '../ui/list.tsx'
import { Item } from '../ui/items.tsx'
import { formatColomboTime, TimeFact } from '../ui/time.tsx'
import { PATIENT } from './lines.tsx'

export function useUndoImport(onUndone: (message: string) => void) {
  const client = useQueryClient()
  return useAction(async (id: number) => {
    const params = { id: String(id) }
    const { message } = await call('POST /api/exchange-rate/import/:id/undo', { params }, PATIENT)
    onUndone(message)
    refresh(client, 'rates', 'entries', 'calendar')
  })
}

export const importsQuery = (subject: ImportSubject) =>
  createQuery('entries', 'GET /api/exchange-rate/imports', { query: { subject } })

type Batch = ResponseOf<'GET /api/exchange-rate/imports'>['data'][number]

interface EarlierImportsProps {
  readonly subject: ImportSubject
  readonly undoing: ReturnType<typeof useUndoImport>
}

export function EarlierImports({ subject, undoing }: EarlierImportsProps) {
  const query = useResponse(importsQuery(subject))
  const [confirming, setConfirming] = useState<Batch>()
  const { data, error } = query
  const imports = data?.data ?? []
  if (data ? imports.length === 0 : !error) return null
  return (
    <Card title={t.import.earlier} hideTitle>
      <Disclosure summary={t.import.earlier} open={data === undefined}>
        <ListError query={query} />
        <ul className="ruled" aria-busy={query.isFetching}>
          {imports.map((batch) => (
            <Item
              key={batch.id}
              id={batch.id}
              name={batchName(subject, batch)}
              facts={
                <>
                  <TimeFact text={t.import.by} user={batch.created_by} instant={batch.created_at} />
                  {batch.undone_at !== null && (
                    <TimeFact
                      text={t.import.undoneBy}
                      user={batch.undone_by}
                      instant={batch.undone_at}
                    />
                  )}
                </>
              }
            >
              {batch.undone_at === null && (
                <Button kind="link" busy={undoing.busy} onClick={() => setConfirming(batch)}>
                  {t.import.undoEarlier}
                  <span className="visually-hidden">
                    {t.import.undoEarlierOf({ time: formatColomboTime(batch.created_at) })}
                  </span>
                </Button>
              )}
            </Item>
          ))}
        </ul>
        {confirming && (
          <ConfirmDialog
            question={t.import.undoQuestion({ rows: batchName(subject, confirming) })}
            confirmText={t.import.undo}
            onConfirm={() => undoing.run(confirming.id)}
            onClose={() => setConfirming(undefined)}
          >
            <p>
              <TimeFact
                text={t.import.by}
                user={confirming.created_by}
                instant={confirming.created_at}
              />
            </p>
            <p>{t.import.undoEffect}</p>
          </ConfirmDialog>
        )}
      </Disclosure>
    </Card>
  )
}

function batchName(subject: ImportSubject, batch: Batch): string {
  const { rows, first_day: from, last_day: to, gazette } = batch
  if (from && to && gazette) return t.customs.batch({ rows, from, to, gazette })
  if (subject !== 'rates') return t.calendar.count({ count: rows })
  return t.rateImport.nameRows({ count: rows, from, to: to === from ? null : to })
}
