import { Car } from 'lucide-react'
import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { feedNames, feedStatuses, feedStatusLabels, type FeedStatus } from '../../../contract/feed-names.ts'
import type { Feed, FeedCar } from '../../../contract/feeds.ts'
import { pagePath } from '../../../contract/pages.ts'
import { Badge } from '../../ui/controls/Badge.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { ExportMenu } from '../../ui/table/ExportMenu.tsx'
import { FacetChips } from '../../ui/table/FacetChips.tsx'
import { ListTable } from '../../ui/table/ListTable.tsx'
import { isDense } from '../../ui/table/is-dense.ts'
import { listFieldSorts, type ListOf } from '../../ui/table/list-pages.ts'
import { listSource } from '../../ui/table/list-source.ts'
import type { ListEndpoint } from '../../ui/table/use-list-pages.ts'
import { useList } from '../../ui/table/use-list.ts'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { returnAfterSave } from '../../ui/form-exit.tsx'
import { denseColumns, roomyColumns } from './feed-car-columns.tsx'
import { feedStatusTones } from './feed-labels.ts'
import { getFixPath, FeedReasons } from './FeedReasons.tsx'
import { feedsApi } from './feeds.api.ts'

const sorts = { car: listFieldSorts('name'), status: listFieldSorts('status'), why: listFieldSorts('why') }

const noneWords: Readonly<Record<FeedStatus, string>> = {
  in: 'No cars are in',
  warned: 'No cars are at risk of being refused',
  out: 'No cars are left out',
}

export function FeedCars({ feed }: { feed: Feed }) {
  const [params, setParams] = useSearchParams()
  const status = feedStatuses.find((one) => one === params.get('status'))
  const { _id: id } = feed
  const source = useMemo(() => feedCarList(id, status), [id, status])
  const { query, view } = useList(source)
  const navigate = useNavigate()
  const edit = (car: FeedCar) => {
    const [reason] = car.reasons
    return reason ? () => void navigate(getFixPath(car, reason), { state: returnAfterSave }) : null
  }
  function choose(next?: FeedStatus) {
    if (next) params.set('status', next)
    else params.delete('status')
    setParams(params, { replace: true })
  }

  return (
    <>
      <div className="feed-list-head">
        <FacetChips
          label="status"
          total={feed.counts.in + feed.counts.warned + feed.counts.out}
          choices={feedStatuses.map((each) => [feedStatusLabels[each], feed.counts[each]])}
          chosen={status ? feedStatusLabels[status] : null}
          onChoose={(word) => choose(feedStatuses.find((each) => feedStatusLabels[each] === word))}
          className="feed-statuses"
          chipClass="feed-status"
        />
        <ExportMenu
          list="listFeedCars"
          params={{ id }}
          fileName={`kerblight-${feed.kind}-feed`}
          query={{ status }}
          view={view}
        />
      </div>
      <ListTable
        caption={`Cars in the ${feedNames[feed.kind]} feed`}
        query={query}
        view={view}
        rowKey={({ _id }) => _id}
        columns={isDense() ? denseColumns : roomyColumns}
        consoleOptions={{ details: (car) => <FeedCarDetails car={car} />, edit }}
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

function FeedCarDetails({ car }: { car: FeedCar }) {
  return (
    <div className="flex flex-col items-start gap-4 text-small">
      <Badge tone={feedStatusTones[car.status]}>{feedStatusLabels[car.status]}</Badge>
      <FeedReasons car={car} />
      <TextLink to={pagePath('car', { id: car.carID })}>Look at the car’s page</TextLink>
    </div>
  )
}

function feedCarList(id: string, status: FeedStatus | undefined) {
  const { listFeedCars } = feedsApi.endpoints
  const params = { id }
  const endpoint: ListEndpoint<FeedCar, ListOf<'listFeedCars'>> = {
    initiate: ({ query }, options) => listFeedCars.initiate({ params, query }, options),
    select: ({ query }) => listFeedCars.select({ params, query }),
  }
  return listSource<'listFeedCars'>({ endpoint, sorts, filter: { status } })
}
