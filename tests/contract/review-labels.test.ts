import { describe, expect, it } from 'vitest'
import { countStars, describeRatings } from '../../contract/review-labels.ts'

const ratings = [
  { rating: 5, count: 1200 },
  { rating: 4.5, count: 30 },
  { rating: 0.5, count: 4 },
  { rating: 0, count: 2 },
]

describe('the review summary', () => {
  it('shows the average with one decimal and the number of reviews', () => {
    expect(describeRatings({ count: 1236, average: 4.96, ratings })).toBe('5.0 out of 5 from 1,236 reviews')
    expect(describeRatings({ count: 1, average: 3.5, ratings: [] })).toBe('3.5 out of 5 from 1 review')
    expect(describeRatings({ count: 0, average: null, ratings: [] })).toBeNull()
  })

  it('counts each review once and rounds half stars up', () => {
    const counts = [5, 4, 3, 2, 1, 0].map((stars) =>
      countStars({ count: 1236, average: 4.96, ratings }, stars),
    )
    expect(counts).toEqual([1230, 0, 0, 0, 4, 2])
  })
})
