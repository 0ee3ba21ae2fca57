import { usePlace } from '../pages.tsx'
import { conversionAddress, conversionOf, conversionQuery } from '../converter/conversion-choice.ts'
import { conversionSentence } from '../converter/conversion-sentence.ts'
import { Converter } from '../converter/converter.tsx'
import { ConnectionNotice } from '../connection/connection-notice.tsx'
import { useTitle } from '../page-context.ts'
import { useResponse, type ResponseState } from '../queries.ts'
import { boardRate, rowsOf, usualRow, type Board } from '../rates/board-rate.ts'
import { SIDES, type Side } from '../rates/side.ts'
import { missingSide } from '../rates/side-switch.tsx'
import { Notice } from '../ui/notice.tsx'

/** The newest rates of each kind that is shown. */
export type Boards = Readonly<Record<Side | 'indicative', ResponseState<{ readonly data: Board }>>>

/** The converter of all currencies. */
export function HomeConverter({ boards }: { readonly boards: Boards }) {
  const place = usePlace()
  const conversion = conversionOf(place)
  const { currency, date, side, publisher } = conversion
  const current = useResponse(conversionQuery(conversion))
  const newest = (of: Side | undefined) =>
    boardRate(boards[of ?? 'indicative'].data?.data, currency)
  const refused = current.error?.mayPass === false ? current.error : null
  // The board has today's rate of every currency already: a change of currency converts without
  // waiting.
  const fromBoard = (date ?? place.today) === place.today && !refused ? newest(side) : undefined
  const rate = current.data?.data ?? fromBoard
  useTitle(place.search.has('amount') ? conversionSentence(conversion, rate) : undefined)
  return (
    <>
      {refused
        ? (missingSide(side, refused, publisher) ?? (
            <Notice kind="warning">{refused.message}</Notice>
          ))
        : !rate && <ConnectionNotice queries={[current]} />}
      <Converter
        conversion={conversion}
        rate={rate}
        named={usualRow(rowsOf(boards.indicative.data?.data))?.source}
        addressOf={conversionAddress}
        sides={[undefined, ...SIDES.filter((each) => each === side || newest(each))]}
      />
    </>
  )
}
