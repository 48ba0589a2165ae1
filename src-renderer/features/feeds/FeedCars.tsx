import { skipToken } from '@reduxjs/toolkit/query/react'
import { Car } from 'lucide-react'
import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { feedNames, feedStatuses, feedStatusWords, type FeedStatus } from '../../../contract/feed-names.ts'
import type { Feed, FeedCar } from '../../../contract/feeds.ts'
import { figure } from '../../../contract/figure.ts'
import { pagePath } from '../../../contract/pages.ts'
import { pagesOf } from '../../api/endpoint.ts'
import { Badge } from '../../ui/Badge.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ExportMenu } from '../../ui/ExportMenu.tsx'
import { PagedTable } from '../../ui/PagedTable.tsx'
import { ChoiceChip } from '../../ui/ChoiceChip.tsx'
import { byField, sortName, wordsOf, type ListOf } from '../../ui/placed/placed-pages.ts'
import { countedBy } from '../../ui/placed/use-counts.ts'
import type { PlacedSource } from '../../ui/placed/use-placed-list.ts'
import { isDense, useShownList } from '../../ui/placed/use-shown-list.ts'
import { TextLink } from '../../ui/TextLink.tsx'
import { andBack } from '../../ui/way-back.tsx'
import { denseColumns, roomyColumns } from './feed-car-columns.tsx'
import { feedStatusTones } from './feed-words.ts'
import { mendPath, FeedReasons } from './FeedReasons.tsx'
import { useListFeedCarsInfiniteQuery, feedsApi } from './feeds.api.ts'

const sorts = { car: byField('name'), status: byField('status'), why: byField('why') }

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

/** Beside the list: what becomes of the car, with all reasons. */
function FeedCarDetails({ car }: { car: FeedCar }) {
  return (
    <div className="flex flex-col items-start gap-4 text-small">
      <Badge tone={feedStatusTones[car.status]}>{feedStatusWords[car.status]}</Badge>
      <FeedReasons car={car} />
      <TextLink to={pagePath('car', { id: car.carID })}>Look at the car’s page</TextLink>
    </div>
  )
}

type CarList = ListOf<'listFeedCars'>

/** The cars of one feed, all or those of one status, as its console table reads them. */
function feedCarSource(id: string, status: FeedStatus | undefined): PlacedSource<FeedCar, CarList> {
  const { placeFeedCars } = feedsApi.endpoints
  const params = { id }
  const endpoint: PlacedSource<FeedCar, CarList>['endpoint'] = {
    initiate: ({ query }, options) => placeFeedCars.initiate({ params, query }, options),
    select: ({ query }) => placeFeedCars.select({ params, query }),
  }
  return {
    endpoint,
    listOf: ({ sort, find }) => ({ status, q: wordsOf(find), sort: sortName(sorts, sort) }),
    counter: countedBy(
      {
        initiate: ({ query }) => placeFeedCars.initiate({ params, query }),
        select: ({ query }) => placeFeedCars.select({ params, query }),
      },
      ({ q }: CarList) => ({ q, status, limit: 1 }),
      (answer) => ({ facets: [], total: pagesOf(answer).total ?? 0 }),
    ),
  }
}
