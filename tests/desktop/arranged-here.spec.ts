import { apiPath } from '../../contract/paths.ts'
import { expect, minute, numbered, rowOf, signInAsAdmin, test } from './long-lists.ts'
import { chooseCommand } from './steps.ts'

// Starts a console and signs in.
test.slow()

const ISSUES = 2300
const AT_ONCE = 100

test(
  'a list that is sorted and searched in the window reads no more of itself than it says',
  { tag: '@full' },
  async ({ start, server, admin }) => {
    const { db } = server.ctx
    for (let from = 1; from <= ISSUES; from += AT_ONCE) {
      const issues = Array.from({ length: AT_ONCE }, (_, at) => ({
        id: `issue-${from + at}`,
        author_id: admin.id,
        subject: numbered('News', from + at),
        text: 'Cars',
        changed_at: minute(from + at),
      }))
      await db.insertInto('newsletter_issues').values(issues).execute()
    }
    const { app, page } = await start({ keychain: 'none' })
    await signInAsAdmin(page, admin)
    const asked = new Set<string | null>()
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === apiPath('listIssues')) asked.add(searchParams.get('cursor'))
    })
    await chooseCommand(app, 'newsletter')
    await expect(rowOf(page, 'News 2300')).toBeVisible()
    const said = page.getByText('Sort and search cover the first 2,000 of 2,300.')
    await expect(said).toHaveCount(0)

    await test.step('to be sorted', async () => {
      await page.getByRole('button', { name: 'Subject', exact: true }).click()
      await expect(said).toBeVisible()
      await expect(rowOf(page, 'News 0301')).toBeInViewport()
      expect(asked.size).toBe(20)
    })

    await test.step('to be searched', async () => {
      await page.getByRole('textbox', { name: 'Find in this list' }).fill('news 0299')
      await expect(page.getByText('No results. Choose All or clear the search.')).toBeVisible()
      await expect(said).toBeVisible()
      await page.getByRole('textbox', { name: 'Find in this list' }).fill('news 0310')
      await expect(rowOf(page, 'News 0310')).toBeVisible()
      expect(asked.size).toBe(20)
    })

    await test.step('as it comes, to its end', async () => {
      await page.getByRole('button', { name: 'Empty the search' }).click()
      const sort = page.getByRole('button', { name: 'Subject', exact: true })
      await sort.click()
      await sort.click()
      await expect(said).toHaveCount(0)
      await rowOf(page, 'News 2300').focus()
      await expect(async () => {
        await page.keyboard.press('End')
        await expect(rowOf(page, 'News 0001')).toBeFocused({ timeout: 100 })
      }).toPass()
    })
  },
)
