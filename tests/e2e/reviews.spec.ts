import type { Page } from '@playwright/test'
import type { Review } from '../../contract/reviews.ts'
import { measureSidewaysScroll } from '../support/axe.ts'
import { apiCall, expect, newAccount, test, createUniqueEmail, useToken } from '../support/e2e.ts'
import { navigateInApp } from '../support/navigate-in-app.ts'
import { holdCalls } from '../support/delayed-calls.ts'
import { uploadPhoto } from './market.ts'

test.use({ viewport: { width: 1440, height: 900 } })

/** Signs in a new reviewer. */
async function reviewer(page: Page, baseURL: string, name = 'Rita Reed') {
  const account = await newAccount(baseURL, 'buyer', name)
  await useToken(page.context(), account.token)
  return account
}

async function writeReview(baseURL: string, token: string, rating: number, reviewText: string) {
  const body = { rating, reviewText }
  return (await apiCall<{ insertedId: string }>(baseURL, 'POST', '/review/add', token, body)).insertedId
}

const uniqueText = () => `As described, ${createUniqueEmail('x')}`

test('any visitor sees reviews and rating totals', async ({ page, baseURL }) => {
  const { token } = await newAccount(baseURL!, 'buyer', 'Rita Reed')
  const photoURL = await uploadPhoto(baseURL!, token)
  await apiCall(baseURL!, 'PUT', '/users/me', token, { photoURL })
  const text = uniqueText()
  await writeReview(baseURL!, token, 4.5, text)
  await page.goto('/reviews')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All reviews accross the whole country')
  const cards = page.getByRole('article')
  const ownReview = cards.filter({ hasText: text })
  await expect(ownReview).toContainText('Rita Reed')
  await expect(ownReview.getByRole('img', { name: 'Rated 4.5 of 5' })).toBeVisible()
  await expect(ownReview.locator('img')).toBeVisible()
  const ratings = page.getByRole('region', { name: 'Ratings' })
  await expect(ratings).toContainText(/[0-5]\.\d out of 5 from [\d,]+ reviews/)
  await expect(ratings.getByRole('listitem')).toHaveText(
    [5, 4, 3, 2, 1, 0].map((n) => new RegExp(`^${n} stars?: [\\d,]+$`)),
  )
})

test('a slow list shows a skeleton, and a failed list offers a retry', async ({ page, baseURL }) => {
  const nextCall = await holdCalls(page, '**/api/reviews/all?*')
  await page.goto('/blogs')
  await page.getByRole('banner').getByRole('link', { name: 'Reviews' }).click()
  const placeholder = page.getByRole('status').filter({ hasText: 'Loading reviews' })
  await expect(placeholder).toHaveCSS('animation-delay', '0.4s')
  await expect(placeholder.locator('.skeleton').first()).toBeVisible()
  await (await nextCall()).fulfill({ status: 500 })
  await expect(page.getByRole('alert')).toContainText('This didn’t load')
  const retry = page.getByRole('button', { name: 'Try again' })
  await retry.click()
  await expect(retry).toHaveAttribute('aria-busy', 'true')
  await (await nextCall()).continue()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await apiCall<Review[]>(baseURL!, 'GET', '/reviews/all')).not.toHaveLength(0)
})

test('a review accepts half stars by keyboard and by mouse, needs no text, and is sent once', async ({
  page,
  baseURL,
}) => {
  await reviewer(page, baseURL!)
  await page.goto('/my-reviews')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No reviews added so far')
  await page.getByRole('link', { name: 'Add a review' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your opinion matters!')

  const rating = page.getByRole('slider', { name: 'How was your experience?' })
  await expect(rating).toHaveAttribute('aria-valuetext', '0 of 5 stars')

  await test.step('empty stars are visible in both themes', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect.poll(() => contrastOfStars(page)).toBeGreaterThanOrEqual(3)
    }
    await page.emulateMedia({ colorScheme: 'light' })
  })

  await test.step('an empty review requires confirmation', async () => {
    await page.getByRole('button', { name: 'Leave feedback' }).click()
    const question = page.getByRole('alertdialog', { name: 'Post 0 stars with no comment?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toBeHidden()
    await expect(page).toHaveURL('/reviews/add')
  })

  await rating.focus()
  for (let presses = 0; presses < 7; presses++) await page.keyboard.press('ArrowRight')
  await expect(rating).toHaveAttribute('aria-valuetext', '3.5 of 5 stars')
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowRight')
  await expect(rating).toHaveAttribute('aria-valuetext', '5 of 5 stars')
  const box = (await page.locator('.rating').boundingBox())!
  for (const [index, stars] of [
    [0.1, 0.5],
    [2.6, 3],
    [4.3, 4.5],
  ] as const) {
    await page.mouse.click(box.x + (box.width * index) / 5, box.y + box.height / 2)
    await expect(rating).toHaveAttribute('aria-valuetext', `${stars} of 5 stars`)
  }

  const sentReviews: unknown[] = []
  await page.route('**/api/review/add', async (route) => {
    sentReviews.push(route.request().postDataJSON())
    await route.continue()
  })
  await page.getByRole('button', { name: 'Leave feedback' }).dblclick()
  await expect(page.getByText('review added successfully')).toBeVisible()
  await expect(page).toHaveURL('/my-reviews')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Here are the reviews you wrote so far')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toContainText('Rita Reed')
  await expect(page.getByRole('img', { name: 'Rated 4.5 of 5' })).toBeVisible()
  expect(sentReviews).toEqual([{ rating: 4.5, reviewText: '' }])

  await page.goBack()
  await expect(rating).toHaveAttribute('aria-valuetext', '0 of 5 stars')
  await page.getByRole('button', { name: 'Maybe later' }).click()
  await expect(page).toHaveURL('/')
})

test('a review is edited on its own page, and the input survives a failed save', async ({
  page,
  baseURL,
}) => {
  const { token } = await reviewer(page, baseURL!)
  const id = await writeReview(baseURL!, token, 2, 'It rattled.')
  await page.goto('/my-reviews')
  await page.getByRole('link', { name: 'Edit review' }).click()
  await expect(page).toHaveURL(`/reviews/${id}/edit`)
  const message = page.getByLabel('Message')
  await expect(message).toHaveValue('It rattled.')
  const rating = page.getByRole('slider')
  await expect(rating).toHaveAttribute('aria-valuetext', '2 of 5 stars')

  await message.fill('It rattled; the seller mended it.')
  await rating.press('End')
  const save = page.getByRole('button', { name: 'Save review' })
  // The page may fetch the review at the same time, so only the update fails.
  const path = `**/api/reviews/${id}`
  await page.route(path, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500 }) : route.continue(),
  )
  await save.click()
  await expect(page.getByRole('alert')).toContainText('Something went wrong')
  await page.unroute(path)
  await expect(message).toHaveValue('It rattled; the seller mended it.')
  await save.click()
  await expect(page).toHaveURL('/my-reviews')
  await expect(page.getByRole('article')).toContainText('It rattled; the seller mended it.')
  await expect(page.getByRole('img', { name: 'Rated 5 of 5' })).toBeVisible()

  // Another window has deleted the review.
  await page.getByRole('link', { name: 'Edit review' }).click()
  await message.fill('Once more')
  await apiCall(baseURL!, 'DELETE', `/reviews/${id}`, token)
  await save.click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(message).toHaveValue('Once more')
  const otherBuyer = await newAccount(baseURL!, 'buyer', 'Olga Other')
  await page.goto(`/reviews/${await writeReview(baseURL!, otherBuyer.token, 1, 'Not yours')}/edit`)
  await expect(page.getByRole('heading', { name: 'We couldn’t find that review among yours' })).toBeVisible()
})

test(
  'deleting requires confirmation, shows the server’s error message, and can be undone',
  { tag: '@full' },
  async ({ page, baseURL }) => {
    const { token } = await reviewer(page, baseURL!)
    const id = await writeReview(baseURL!, token, 3, uniqueText())
    await page.goto('/my-reviews')
    const card = page.getByRole('article')
    const remove = card.getByRole('button', { name: 'Delete review' })
    const question = page.getByRole('alertdialog', { name: 'are you sure to delete?' })

    await remove.click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(card).toBeVisible()

    const rejection = {
      type: '/problems/too-many-requests',
      title: 'Too many requests',
      status: 429,
      code: 'too-many-requests',
      message: 'The server is busy with others',
      success: false,
    }
    await page.route(`**/api/reviews/${id}`, (route) => route.fulfill({ status: 429, json: rejection }), {
      times: 1,
    })
    await remove.click()
    await question.getByRole('button', { name: 'Delete review' }).click()
    await expect(page.getByText('The server is busy with others')).toBeVisible()
    await expect(card).toBeVisible()

    await page.route(`**/api/reviews/${id}`, (route) => route.abort(), { times: 1 })
    await remove.click()
    await question.getByRole('button', { name: 'Delete review' }).click()
    await expect(page.getByText('We can’t reach Kerblight', { exact: false })).toBeVisible()
    await expect(card).toBeVisible()

    await remove.click()
    await question.getByRole('button', { name: 'Delete review' }).click()
    await expect(page.getByText('deleted successfully')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No reviews added so far')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(card).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Here are the reviews you wrote so far')
  },
)

test('an endless word and an endless name do not make a page wider than a phone', async ({
  page,
  baseURL,
}) => {
  const { token } = await reviewer(page, baseURL!, 'N'.repeat(100))
  await writeReview(baseURL!, token, 5, 'W'.repeat(2000))
  await page.setViewportSize({ width: 320, height: 720 })
  for (const path of ['/my-reviews', '/reviews']) {
    await navigateInApp(page, path)
    const card = page.getByRole('article').filter({ hasText: 'WWWW' }).first()
    await expect(card).toBeVisible()
    expect(await measureSidewaysScroll(page), path).toBe(0)
    const text = card.getByText(/^W+$/)
    expect(await text.evaluate((element) => element.scrollWidth - element.clientWidth), path).toBe(0)
  }
})

/** Returns the contrast of the unfilled stars against their background. */
function contrastOfStars(page: Page): Promise<number> {
  return page.locator('.rating .stars').evaluate((stars) => {
    const luminance = (color: string) => {
      const [red, green, blue] = color.match(/\d+/g)!.map((part) => {
        const share = Number(part) / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
    }
    const empty = luminance(getComputedStyle(stars, '::before').backgroundColor)
    const surface = luminance(getComputedStyle(stars.closest('.card')!).backgroundColor)
    return (Math.max(empty, surface) + 0.05) / (Math.min(empty, surface) + 0.05)
  })
}
