import { pages } from '../../../contract/pages.ts'
import { strings } from '../../../contract/strings.ts'
import { LinkButton } from '../../ui/controls/Button.tsx'
import { StarRating } from '../../ui/controls/StarRating.tsx'

export function AddReviewBlock() {
  return (
    <section
      id="add-review"
      aria-labelledby="add-review-title"
      className="card flex scroll-mt-20 flex-col items-start gap-3 p-5"
    >
      <StarRating value={3.5} />
      <h2 id="add-review-title" className="text-h3">
        {strings.reviews.addTitle}
      </h2>
      <p className="text-small text-muted">
        {strings.reviews.addQuestion} Half stars count, and a comment is optional.
      </p>
      <div className="mt-auto flex flex-wrap gap-3">
        <LinkButton to={pages.addReview.path}>Add a review</LinkButton>
        <LinkButton to={pages.reviews.path} variant="secondary">
          Read reviews
        </LinkButton>
      </div>
    </section>
  )
}
