import { useMe } from '../session/use-session.ts'
import { MyReviews } from '../features/reviews/MyReviews.tsx'

export function MyReviewsPage() {
  const { email } = useMe()
  return (
    <div className="page flex flex-col gap-8 py-11">
      <MyReviews email={email} />
    </div>
  )
}
