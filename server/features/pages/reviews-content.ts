import { strings } from '../../../contract/strings.ts'
import type { Context } from '../../context.ts'
import { html } from '../../http/html.ts'
import { describeRatings } from '../../../contract/review-words.ts'
import { listReviews, summarizeReviews } from '../reviews/review.repository.ts'
import { fixedContent, type PageContent } from './page-content.ts'

const NEWEST = 24

export async function reviewsContent({ db }: Context): Promise<PageContent> {
  const { items } = await listReviews(db, { limit: NEWEST })
  const summary = describeRatings(await summarizeReviews(db))
  const content = fixedContent('reviews')
  return {
    ...content,
    essentials: html`<h1>${strings.reviews.allTitle}</h1>
      <p>${content.description}</p>
      ${summary ? html`<p>${summary}</p>` : null}
      ${items.map(
        ({ rating, reviewText, reviewerName, carName }) =>
          html`<blockquote>
            <p>${reviewText}</p>
            <footer>${reviewerName}, ${rating} of 5 stars${carName && `. Bought the ${carName}`}</footer>
          </blockquote>`,
      )}`,
  }
}
