import { skipToken } from '@reduxjs/toolkit/query/react'
import { Car } from 'lucide-react'
import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { feedNames, feedStatuses, feedStatusWords, type FeedStatus } from '../../../contract/feed-names.ts'
import type { Feed, FeedCar } from '../../../contract/feeds.ts'
import { figure } from '../../../contract/figure.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ExportMenu } from '../../ui/ExportMenu.tsx'
import { PagedTable } from '../../ui/PagedTable.tsx'
import { ChoiceChip } from '../../ui/ChoiceChip.tsx'
import { isDense, useShownList } from '../../ui/placed/use-shown-list.ts'
import { andBack } from '../../ui/way-back.tsx'
import { denseColumns, roomyColumns } from './feed-car-columns.tsx'
import { feedCarSource } from './feed-car-source.ts'
import { FeedCarDetails } from './FeedCarDetails.tsx'
import { mendPath } from './FeedReasons.tsx'
import { useListFeedCarsInfiniteQuery } from './feeds.api.ts'

const PAGE_SIZE = 50

const noneWords: Readonly<Record<FeedStatus, string>> = {
  in: 'No cars are in',
  warned: 'No cars are at risk of being refused',
  out: 'No cars are left out',
}

/** The cars on the market by what becomes of them in a feed, page by page from the server. */
export function FeedCars({ feed }: { feed: Feed }) {
  const [params, setParams] = useSearchParams()
  const status = feedStatuses.find((one) => one === params.get('status'))
  const { _id: id } = feed
  const roomy = useListFeedCarsInfiniteQuery(
    isDense() ? skipToken : { params: { id }, query: { limit: PAGE_SIZE, ...(status && { status }) } },
    { refetchOnMountOrArgChange: true },
  )
  const source = useMemo(() => feedCarSource(id, status), [id, status])
  const { query, placed } = useShownList(source, roomy)
  const navigate = useNavigate()
  const edit = (car: FeedCar) => {
    const [reason] = car.reasons
    return reason ? () => void navigate(mendPath(car, reason), { state: andBack }) : null
  }
  const choose = (next?: FeedStatus) => setParams(next ? { status: next } : {}, { replace: true })

  return (
    <>
      <div className="feed-list-head">
        <StatusChips feed={feed} chosen={status} onChoose={choose} />
        <ExportMenu
          list="listFeedCars"
          params={{ id }}
          fileName={`kerblight-${feed.kind}-feed`}
          query={{ status }}
          placed={placed}
        />
      </div>
      <PagedTable
        caption={`Cars in the ${feedNames[feed.kind]} feed`}
        query={query}
        placed={placed}
        rowKey={({ _id }) => _id}
        columns={isDense() ? denseColumns : roomyColumns}
        desk={{ details: (car) => <FeedCarDetails car={car} />, edit }}
        empty={
          <EmptyState
            icon={<Car />}
            title={status ? noneWords[status] : 'No cars on the market'}
            text={
              status
                ? 'Choose All to see every car.'
                : 'Once you list a car, you see here what becomes of it in this feed.'
            }
          />
        }
      />
    </>
  )
}

interface StatusChipsProps {
  feed: Feed
  chosen: FeedStatus | undefined
  onChoose: (status?: FeedStatus) => void
}

function StatusChips({ feed: { counts }, chosen, onChoose }: StatusChipsProps) {
  const total = counts.in + counts.warned + counts.out
  return (
    <div role="group" aria-label="Show by status" className="feed-statuses">
      <Chip word="All" count={total} isChosen={!chosen} onChoose={() => onChoose()} />
      {feedStatuses.map((status) => (
        <Chip
          key={status}
          word={feedStatusWords[status]}
          count={counts[status]}
          isChosen={status === chosen}
          onChoose={() => onChoose(status === chosen ? undefined : status)}
        />
      ))}
    </div>
  )
}

interface ChipProps {
  word: string
  count: number
  isChosen: boolean
  onChoose: () => void
}

function Chip({ word, count, isChosen, onChoose }: ChipProps) {
  return (
    <ChoiceChip
      label={`${word} ${figure(count)}`}
      className="feed-status"
      isChosen={isChosen}
      onChoose={onChoose}
    />
  )
}
