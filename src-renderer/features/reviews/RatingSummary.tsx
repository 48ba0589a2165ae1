import { formatNumber } from '../../../contract/number-format.ts'
import { countStars, describeRatings } from '../../../contract/review-labels.ts'
import type { ReviewSummary } from '../../../contract/reviews.ts'
import { cx } from '../../ui/cx.ts'
import { StarRating } from '../../ui/controls/StarRating.tsx'
import { reviewsApi } from './reviews.api.ts'

const STARS = [5, 4, 3, 2, 1, 0]
const NOT_YET: ReviewSummary = { count: 0, average: 0, ratings: [] }

/**
 * Shows the average of all reviews and a bar for each star rating. Renders nothing if there are no reviews or
 * they failed to load.
 */
export function RatingSummary() {
  const { data, isError } = reviewsApi.useGetReviewSummaryQuery(undefined, { refetchOnMountOrArgChange: 30 })
  if (data ? data.average === null : isError) return null
  return (
    <section
      aria-label="Ratings"
      aria-busy={!data}
      className="card flex w-full max-w-[600px] flex-col gap-x-8 gap-y-4 p-5 sm:flex-row sm:items-center"
    >
      {/* The placeholder's final height prevents a layout shift when the data arrives. */}
      <Figures summary={data ?? NOT_YET} isShown={Boolean(data)} />
    </section>
  )
}

function Figures({ summary, isShown }: { summary: ReviewSummary; isShown: boolean }) {
  const { average, count: total } = summary
  return (
    <>
      <div className={cx('flex flex-none flex-col gap-2 sm:w-44', !isShown && 'invisible')}>
        <StarRating value={Math.round((average ?? 0) * 10) / 10} />
        <p className="text-lead font-bold text-balance">{describeRatings(summary)}</p>
      </div>
      <div className={cx('min-w-0 flex-1 text-small', !isShown && 'invisible')}>
        <ul className="flex flex-col gap-1.5">
          {STARS.map((stars) => (
            <RatingBar key={stars} stars={stars} count={countStars(summary, stars)} total={total} />
          ))}
        </ul>
        <p className="mt-2 text-tiny text-subtle">Half stars count as the next full star.</p>
      </div>
    </>
  )
}

function RatingBar({ stars, count, total }: { stars: number; count: number; total: number }) {
  return (
    <li className="flex items-center gap-3">
      <span className="w-14 flex-none text-muted">{stars === 1 ? '1 star' : `${stars} stars`}</span>
      <svg aria-hidden="true" className="rating-bar">
        <rect width={`${(count / Math.max(1, total)) * 100}%`} height="100%" />
      </svg>
      <span className="w-12 flex-none text-right tabular-nums">
        <span className="sr-only">: </span>
        {formatNumber(count)}
      </span>
    </li>
  )
}
