import { feedStatusWords } from '../../../contract/feed-names.ts'
import type { FeedCar } from '../../../contract/feeds.ts'
import { pagePath } from '../../../contract/pages.ts'
import { Badge } from '../../ui/Badge.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { FeedReasons } from './FeedReasons.tsx'
import { feedStatusTones } from './feed-words.ts'

/** Beside the list: what becomes of the car, with all reasons. */
export function FeedCarDetails({ car }: { car: FeedCar }) {
  return (
    <div className="flex flex-col items-start gap-4 text-small">
      <Badge tone={feedStatusTones[car.status]}>{feedStatusWords[car.status]}</Badge>
      <FeedReasons car={car} />
      <TextLink to={pagePath('car', { id: car.carID })}>Look at the car’s page</TextLink>
    </div>
  )
}
