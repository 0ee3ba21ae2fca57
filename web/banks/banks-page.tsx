import type { BoardSide } from '../../contract/rates/bank-board.ts'
import { isCalendarDate, type CalendarDate } from '../../domain/calendar-date.ts'
import {
  currencies,
  isCurrency,
  quotedUnits,
  usualCurrency,
  type Currency,
} from '../../domain/currency.ts'
import { knownPublisher, publisherName, publishers } from '../../domain/series.ts'
import { formatWeekdayAndDay, t } from '../../text/sentences.ts'
import { buildApiAddress, withQuery } from '../api.ts'
import { ConnectionNotice } from '../connection/connection.tsx'
import { localAddress } from '../language.ts'
import type { Known, Place } from '../load-page.ts'
import { usePage } from '../page-context.ts'
import { navigate, useNextPlace, usePlace } from '../pages.tsx'
import { Letterhead, PrintedFoot } from '../ui/paper.tsx'
import { createQuery, useResponse } from '../queries.ts'
import { LiveRates } from '../rates/live-rates.tsx'
import { NoRate } from '../rates/no-rate.tsx'
import { ByHandLegend } from '../rates/rate-parts.tsx'
import { Button } from '../ui/button.tsx'
import { Card, PageTitle } from '../ui/card.tsx'
import { DayInput } from '../ui/form/day-input.tsx'
import { Select } from '../ui/form/form.tsx'
import { ListStates } from '../ui/list.tsx'
import { LinkTabs, Menu } from '../ui/menu.tsx'
import styles from './banks.module.css'
import { BanksTable, CurrenciesTable, newestQuoted, type BankBoard } from './bank-tables.tsx'

/** All banks for a currency, or all currencies of a bank. */
interface BoardAddress {
  readonly currency: Currency
  readonly publisher: string | undefined
  readonly side: BoardSide
  /** Undefined: today. */
  readonly date: CalendarDate | undefined
}

/** Address: `/banks?currency=USD&side=receive`, `/banks?publisher=sampath&date=2026-11-06`. */
function readBoardAddress({ search, today }: Place): BoardAddress {
  const currency = search.get('currency')?.toUpperCase()
  const date = search.get('date')
  return {
    currency: isCurrency(currency) ? currency : usualCurrency(),
    publisher: knownPublisher(search.get('publisher')),
    side: search.get('side') === 'receive' ? 'receive' : 'pay',
    date: isCalendarDate(date) && date < today ? date : undefined,
  }
}

export const boardAddress = ({ currency, publisher, side, date }: Partial<BoardAddress>): string =>
  withQuery('/banks', {
    currency: publisher || currency === usualCurrency() ? undefined : currency,
    publisher,
    side: side === 'receive' ? side : undefined,
    date,
  })

const ofBoard = ({ currency, publisher, date }: BoardAddress) => ({
  date,
  ...(publisher ? { publisher } : { currency }),
})

const banksQuery = (address: BoardAddress) =>
  createQuery('rates', 'GET /api/exchange-rate/banks', {
    query: { ...ofBoard(address), side: address.side },
  })

export const loader = (place: Place) => [banksQuery(readBoardAddress(place))]

export function head(place: Place, known: Known) {
  const address = readBoardAddress(place)
  const board = known(banksQuery(address))?.data
  return { headline: board && titleOf(address), figures: undefined }
}

function titleOf({ currency, publisher }: BoardAddress): string {
  return publisher
    ? publisherName(publisher)
    : t.bankBoard.title({ currency, count: publishers().length })
}

export function Component() {
  const place = usePlace()
  const address = readBoardAddress(place)
  const query = useResponse(banksQuery(address))
  const board = query.data?.data
  const asked = address.date ?? place.today
  const date = board ? newestQuoted(board) : asked
  const BoardTable = address.publisher ? CurrenciesTable : BanksTable
  const unit = address.publisher ? t.bankBoard.unit : quotedUnits(address.currency)
  const { hasBankRates } = usePage()
  if (!hasBankRates && board && isEmpty(board))
    return (
      <>
        <PageTitle>{t.screens.banks}</PageTitle>
        <NoRate title={t.bankBoard.noneYet} />
        <LiveRates />
      </>
    )
  return (
    <>
      <Letterhead />
      <PageTitle
        lead={t.bankBoard.lead({ unit, day: formatWeekdayAndDay(date), isLatest: date !== asked })}
        aside={<BoardForm today={place.today} />}
      >
        {titleOf(address)}
      </PageTitle>
      <ConnectionNotice queries={[query]} />
      <Card title={t.screens.banks} hideTitle>
        <ListStates query={query} rows={6}>
          {board &&
            (isEmpty(board) ? (
              <p>{t.bankBoard.none}</p>
            ) : (
              <BoardTable
                board={board}
                side={address.side}
                foot={(note) => <BoardFoot board={board} address={address} note={note} />}
              />
            ))}
        </ListStates>
      </Card>
      <PrintedFoot path={boardAddress(address)} />
      <LiveRates />
    </>
  )
}

const quotesOf = ({ currencies: rows }: BankBoard) =>
  rows.flatMap(({ banks }) => banks.flatMap(({ buying, selling }) => [buying, selling]))
const isEmpty = (board: BankBoard) => quotesOf(board).every((quote) => quote === null)
const hasHandEntered = (board: BankBoard) =>
  [...quotesOf(board), ...board.currencies.map(({ indicative }) => indicative)].some(
    (quote) => quote?.source === 'manual',
  )

const ALL_BANKS = 'all'

/** Without scripts a plain GET form. */
function BoardForm({ today }: { readonly today: CalendarDate }) {
  const address = readBoardAddress(useNextPlace())
  const { currency, publisher, side, date } = address
  const choose = (next: Partial<BoardAddress>) =>
    void navigate(boardAddress({ ...address, ...next }))
  return (
    <form
      action={localAddress('/banks')}
      method="get"
      noValidate
      className={styles['form']}
      data-screen-only
      onSubmit={(event) => event.preventDefault()}
    >
      <LinkTabs
        label={t.bankBoard.side}
        choices={['receive', 'pay'] as const}
        chosen={side}
        current="true"
        addressOf={(each) => boardAddress({ ...address, side: each })}
        textOf={(each) => t.bankBoard.sides[each]({ currency: publisher ? null : currency })}
      />
      <Select
        label={t.banks.label}
        name="publisher"
        values={[ALL_BANKS, ...publishers().map(({ id }) => id)]}
        textOf={(id) => (id === ALL_BANKS ? t.bankBoard.allBanks : publisherName(id))}
        value={publisher ?? ALL_BANKS}
        onValue={(id) => choose({ publisher: id === ALL_BANKS ? undefined : id })}
      />
      {!publisher && (
        <Select
          label={t.rateSummary.currency}
          name="currency"
          values={currencies()}
          value={currency}
          onValue={(chosen) => choose({ currency: chosen })}
        />
      )}
      <DayInput
        label={t.rates.date}
        name="date"
        max={today}
        value={date ?? today}
        onDay={(day) => choose({ date: isCalendarDate(day) && day < today ? day : undefined })}
      />
      <input type="hidden" name="side" value={side} />
      <noscript>
        <Button type="submit">{t.rates.show}</Button>
      </noscript>
    </form>
  )
}

interface BoardFootProps {
  readonly board: BankBoard
  readonly address: BoardAddress
  readonly note: string | undefined
}

function BoardFoot({ board, address, note }: BoardFootProps) {
  const files = [
    ['CSV', 'GET /api/exchange-rate/banks.csv'] as const,
    ['XLSX', 'GET /api/exchange-rate/banks.xlsx'] as const,
  ]
  return (
    <div className={styles['foot']}>
      <div>
        <p className={`fine-print ${address.publisher ? 'hide-on-phone' : ''}`}>{note}</p>
        {hasHandEntered(board) && <ByHandLegend />}
      </div>
      <div className="buttons" data-screen-only>
        <Button kind="quiet" onClick={() => window.print()}>
          {t.ui.print}
        </Button>
        <Menu name={t.bankBoard.download}>
          {files.map(([name, call]) => (
            <a key={name} href={buildApiAddress(call, { query: ofBoard(address) })} download>
              {name}
            </a>
          ))}
        </Menu>
      </div>
    </div>
  )
}
