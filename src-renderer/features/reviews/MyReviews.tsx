import { Pencil, Star, Trash2 } from 'lucide-react'
import { Link } from 'react-router-dom'
import { pagePath, pages } from '../../../contract/pages.ts'
import type { Review } from '../../../contract/reviews.ts'
import { strings } from '../../../contract/strings.ts'
import { flattenPages } from '../../api/endpoint.ts'
import { toProblem } from '../../api/problem.ts'
import { useAppDispatch } from '../../session/store.ts'
import { IconButton, LinkButton } from '../../ui/controls/Button.tsx'
import { confirm } from '../../ui/overlays/confirm.ts'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { ExportMenu } from '../../ui/table/ExportMenu.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { toastDeleted } from '../undo/undo.api.ts'
import { ReviewList } from './ReviewList.tsx'
import { reviewsApi } from './reviews.api.ts'

export function MyReviews({ email }: { email: string }) {
  const dispatch = useAppDispatch()
  const query = reviewsApi.useListMyReviewsInfiniteQuery(
    { query: { email } },
    { refetchOnMountOrArgChange: true },
  )
  const [deleteReview] = reviewsApi.useDeleteReviewMutation()
  const { items } = flattenPages(query.data)
  const isEmpty = items?.length === 0

  async function handleDelete({ _id }: Review) {
    if (!(await confirm({ title: strings.reviews.deleteQuestion, confirmLabel: 'Delete review' }))) return
    try {
      const { data } = await deleteReview({ params: { id: _id } }).unwrap()
      dispatch(toastDeleted(strings.reviews.deleted, data))
    } catch (error) {
      toast.error(toProblem(error).message)
    }
  }

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-h1 font-heavy">
          {isEmpty ? strings.reviews.mineEmpty : strings.reviews.mineTitle}
        </h1>
        {!isEmpty && (
          <div className="flex flex-wrap gap-3">
            <ExportMenu list="listMyReviews" fileName="kerblight-my-reviews" query={{ email }} />
            <LinkButton to={pages.addReview.path}>Add a review</LinkButton>
          </div>
        )}
      </div>
      <ReviewList
        query={query}
        actionsFor={(review) => (
          <span className="flex">
            <Link
              to={pagePath('editReview', { id: review._id })}
              className="icon-button"
              title="Edit"
              aria-label="Edit review"
            >
              <Pencil aria-hidden="true" />
            </Link>
            <IconButton label="Delete review" onClick={() => void handleDelete(review)}>
              <Trash2 />
            </IconButton>
          </span>
        )}
        empty={
          <EmptyState
            as="p"
            icon={<Star />}
            title="How was your purchase?"
            text="Your review helps other buyers."
            action={<LinkButton to={pages.addReview.path}>Add a review</LinkButton>}
          />
        }
      />
    </>
  )
}
