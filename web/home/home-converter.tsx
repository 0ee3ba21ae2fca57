import { conversionAddress, conversionOf, conversionQuery } from '../converter/conversion-choice.ts'
import { conversionSentence } from '../converter/conversion-sentence.ts'
import { Converter } from '../converter/converter.tsx'
import { ConnectionNotice } from '../connection/connection-notice.tsx'
import { useTitle } from '../page-context.ts'
import { useResponse, type ResponseState } from '../queries.ts'
import { boardRate, type Board } from '../rates/board-rate.ts'
import { SIDES, type Side } from '../rates/side.ts'
import { missingSide } from '../rates/side-switch.tsx'
import { usePlace } from '../router.tsx'
import { Notice } from '../ui/notice.tsx'
import { newestQuery } from './home-queries.ts'

type BoardState = ResponseState<{ readonly data: Board }>

/** The converter of all currencies; `board` is that of the reference rates. */
export function HomeConverter({ board }: { board: BoardState }) {
  const place = usePlace()
  const conversion = conversionOf(place)
  const { currency, date, side } = conversion
  const current = useResponse(conversionQuery(conversion))
  const importing = useResponse(newestQuery('import'))
  const exporting = useResponse(newestQuery('export'))
  const boards: Readonly<Record<Side | 'reference', BoardState>> = {
    reference: board,
    import: importing,
    export: exporting,
  }
  const newest = (of: Side | undefined) => boardRate(boards[of ?? 'reference'].data?.data, currency)
  const refused = current.error?.mayPass === false ? current.error : null
  // The board has today's rate of every currency already: a change of currency converts without waiting.
  const fromBoard = (date ?? place.today) === place.today && !refused ? newest(side)?.rate : undefined
  const rate = current.data?.data ?? fromBoard
  useTitle(place.search.has('amount') ? conversionSentence(conversion, rate) : undefined)
  return (
    <>
      {refused
        ? (missingSide(side, refused) ?? <Notice kind="warning">{refused.message}</Notice>)
        : !rate && <ConnectionNotice queries={[current]} />}
      <Converter
        conversion={conversion}
        rate={rate}
        updatedAt={current.dataUpdatedAt || boards[side ?? 'reference'].dataUpdatedAt}
        addressOf={conversionAddress}
        sides={[undefined, ...SIDES.filter((each) => each === side || newest(each))]}
      />
    </>
  )
}
