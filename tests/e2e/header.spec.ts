import { expect, newAccount, test, useToken } from '../support/e2e.ts'
import { pressPopupKey } from '../support/popup-keys.ts'
import { newAdmin } from './market.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test(
  'a visitor finds the public pages, the sign-in links, and a placeholder photo',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/blogs')
    const header = page.getByRole('banner')
    await expect(header.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
      'Home',
      'Cars',
      'Sell',
      'The Kerb',
      'Reviews',
      'Blogs',
    ])
    await expect(header.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register')
    await expect(header.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
    const avatar = header.locator('img.avatar')
    await expect(avatar).toBeVisible()
    expect(
      await avatar.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth)),
    ).toBeGreaterThan(0)

    const theme = page.locator('html')
    await header.getByRole('button', { name: 'Switch to dark mode' }).click()
    await expect(theme).toHaveAttribute('data-theme', 'dark')
    const menu = header.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'Cars' }).click()
    await expect(page).toHaveURL('/search')
    await expect(menu.getByRole('link', { name: 'Cars' })).toHaveAttribute('aria-current', 'page')

    await page.setViewportSize({ width: 360, height: 740 })
    const unfold = header.getByRole('button', { name: 'Open menu' })
    await expect(header.getByText('Kerblight', { exact: true })).toBeVisible()
    await unfold.click()
    await menu.getByRole('button', { name: 'Switch to light mode' }).click()
    await expect(theme).toHaveAttribute('data-theme', 'light')
    await menu
      .getByRole('list', { name: 'Makes' })
      .getByRole('link', { name: /^Tesla/ })
      .click()
    await expect(page).toHaveURL('/search?brand=Tesla')
    await expect(unfold).toHaveAttribute('aria-expanded', 'false')
    await unfold.click()
    await expect(menu.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register')
    await expect(menu.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
    await menu.getByRole('link', { name: 'Sell' }).click()
    await expect(page.getByRole('radio', { name: 'Seller' })).toBeChecked()
    await expect(page.getByText('As a seller, you can list cars')).toBeVisible()
    await page.getByRole('radio', { name: 'Buyer' }).check()
    await expect(page.getByText('As a buyer, you can keep a purchase list')).toBeVisible()
  },
)

test(
  'the avatar’s menu shows the account type and links to the user’s own pages',
  { tag: '@full' },
  async ({ page, baseURL, secondContext }) => {
    const buyer = await newAccount(baseURL!, 'buyer', 'Bea Buyer')
    const seller = await newAccount(baseURL!, 'seller', 'Sam Seller')
    const adminSeller = await newAdmin(baseURL!, 'seller')
    const admin = await newAdmin(baseURL!)

    for (const [token, name, badge] of [
      [seller.token, 'Sam Seller', 'Seller'],
      [adminSeller.token, 'Ada Admin', 'Admin & Seller'],
      [admin.token, 'Ada Admin', 'Admin'],
    ] as const) {
      const context = await secondContext()
      await useToken(context, token)
      const window = await context.newPage()
      await window.goto(`${baseURL}/blogs`)
      await window.getByRole('button', { name: `Account of ${name}` }).click()
      await window.getByRole('menuitem', { name: badge, exact: true }).click()
      await expect(window.getByText('This profile function is under construction!')).toBeVisible()
    }

    await useToken(page.context(), buyer.token)
    await page.goto('/blogs')
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: 'My reviews' })).toBeVisible()
    await expect(header.getByRole('link', { name: /^(Register|Login)$/ })).toHaveCount(0)
    const account = header.getByRole('button', { name: 'Account of Bea Buyer' })
    await account.press('Enter')
    await expect(page.getByRole('menuitem')).toHaveText([
      'Dashboard',
      'Add review',
      'Switch to dark mode',
      'Logout',
    ])
    await pressPopupKey(page.getByRole('menu'), 'Escape')
    await expect(account).toBeFocused()
    // For a buyer, the link leads to the explanation of how to become a seller.
    await expect(header.getByRole('link', { name: 'Sell' })).toHaveAttribute(
      'href',
      '/dashboard/account#account-type',
    )
    await account.press('Enter')
    await page.getByRole('menuitem', { name: 'Add review' }).click()
    await expect(page).toHaveURL('/reviews/add')
    await account.click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page.getByText('successfully logged out')).toBeVisible()
    await expect(header.getByRole('link', { name: 'Login' })).toBeVisible()
    await expect(page).toHaveURL('/login')
  },
)

test('the blog page contains four questions with their answers', async ({ page }) => {
  await page.goto('/blogs')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to our Blogs')
  const questions = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(questions).toHaveCount(4)
  for (const word of [/state/i, /prototyp/i, /unit test/i, /Angular|Vue|framework/i])
    await expect(questions.filter({ hasText: word })).toHaveCount(1)
})

test(
  'an error page shows the reason and a link home if a page cannot be shown',
  { tag: '@full' },
  async ({ page }) => {
    await page.route('**/assets/BlogsPage*', (route) => route.abort())
    await page.goto('/reviews')
    await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops!')
    await expect(page.getByText('Sorry, an unexpected error has occurred.')).toBeVisible()
    await expect(page.getByText('This page didn’t load. Check your connection.')).toBeVisible()
    await page.getByRole('link', { name: 'go to home' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Oops!')
  },
)
