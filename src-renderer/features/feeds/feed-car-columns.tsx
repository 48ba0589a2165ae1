import { Car } from 'lucide-react'
import { formatCount } from '../../../contract/number-format.ts'
import { feedStatusLabels } from '../../../contract/feed-names.ts'
import type { FeedCar } from '../../../contract/feeds.ts'
import { getThumbnail } from '../../../contract/images.ts'
import { pagePath } from '../../../contract/pages.ts'
import { Badge } from '../../ui/controls/Badge.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { FeedReasons, FixLink } from './FeedReasons.tsx'
import { feedStatusTones } from './feed-labels.ts'
import './feeds.css'

const main: Column<FeedCar> = {
  key: 'car',
  header: 'Car',
  kind: 'main',
  width: 230,
  value: ({ name }) => name,
  render: ({ carID: id, name, image_url: image }) => (
    <span className="flex min-w-0 items-center gap-3">
      <Thumbnail image={image} />
      <TextLink to={pagePath('car', { id })} className="min-w-0 wrap-anywhere">
        {name}
      </TextLink>
    </span>
  ),
}

const status: Column<FeedCar> = {
  key: 'status',
  header: 'Status',
  width: 130,
  value: ({ status }) => feedStatusLabels[status],
  render: ({ status }) => <Badge tone={feedStatusTones[status]}>{feedStatusLabels[status]}</Badge>,
}

export const roomyColumns: readonly Column<FeedCar>[] = [
  main,
  status,
  { key: 'why', header: 'Why', render: (car) => <FeedReasons car={car} /> },
]

/**
 * The columns of one-line rows. They show the first reason and the number of others, which are listed next to
 * the table.
 */
export const denseColumns: readonly Column<FeedCar>[] = [
  main,
  status,
  {
    key: 'why',
    header: 'Why',
    rank: 1,
    width: 230,
    value: ({ reasons }) => reasons.map(({ message }) => message).join(' '),
    render: ({ reasons: [first, ...more] }) => (
      <span className="text-muted">
        {first?.message ?? 'Nothing to fix'}
        {more.length > 0 && ` And ${formatCount(more.length, 'more reason')}.`}
      </span>
    ),
  },
  {
    key: 'mend',
    header: 'To fix',
    rank: 2,
    width: 200,
    render: (car) => car.reasons[0] && <FixLink car={car} reason={car.reasons[0]} />,
  },
]

function Thumbnail({ image }: { image: string }) {
  if (!image)
    return (
      <span
        aria-hidden="true"
        className="grid aspect-4/3 w-12 flex-none place-items-center rounded-badge bg-sunken text-subtle xl:w-16 [&_svg]:size-5"
      >
        <Car />
      </span>
    )
  return (
    <img
      src={getThumbnail(image)}
      alt=""
      width={64}
      height={36}
      loading="lazy"
      className="aspect-4/3 w-12 flex-none rounded-badge bg-sunken object-cover xl:w-16 compact:w-10"
    />
  )
}
