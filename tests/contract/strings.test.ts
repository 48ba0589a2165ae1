import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { strings } from '../../contract/strings.ts'

/** The strings that the product specification prescribes, including its odd spellings. */
const specified = {
  'what the home page shows': [
    'What we offer',
    'What clients says',
    'Car Center Solution',
    'Happy Customers',
    'Total car count',
    'See cars',
  ],
  'the navbar and the avatar menu': [
    'Home',
    'Blogs',
    'Reviews',
    'My reviews',
    'Register',
    'Login',
    'Admin',
    'Seller',
    'Admin & Seller',
    'Dashboard',
    'Add review',
    'Logout',
    'This profile function is under construction!',
    'successfully logged out',
  ],
  'signing in and registering': [
    'Sign in to your account',
    'Sign in',
    'continue with google',
    'Create your new account',
    'email is required',
    'password is required',
    'Name is required',
    'Please provide picture',
    'Please check the Email',
    'Please check the Password',
    'min6, max-15 including lowercase,uppercase,special character',
    'Login in success',
    'login successfull',
    'Account creation succesfull',
  ],
  reviews: [
    'All reviews accross the whole country',
    'Here are the reviews you wrote so far',
    'No reviews added so far',
    'Your opinion matters!',
    'How was your experience?',
    'Leave feedback',
    'Maybe later',
    'are you sure to delete?',
    'review added successfully',
    'deleted successfully',
  ],
  'blogs and the error page': [
    'Welcome to our Blogs',
    'Oops!',
    'Sorry, an unexpected error has occurred.',
    'go to home',
  ],
  'the side menu': [
    'My PurchaseList',
    'My Reported Items',
    'All users',
    'All sellers',
    'All buyers',
    'All Cars',
    'All reports',
    'Add Cars',
    'My Cars',
    'Back to home',
  ],
  'the tables of the dashboard': [
    'Name',
    'Email',
    'Account',
    'Role',
    'Make Admin',
    'Make Verified',
    'Advertise Now',
    'Model Name',
    'Resell Price',
    'Seller Email',
    'Seller Contact',
    'Availability',
    'not privided',
    'Price',
    'Payment Status',
    'Pay now',
    'paid',
    'not paid',
  ],
  'cars and buying': [
    'Add new car here',
    'Age of the car(ex: 1 year /6 months)',
    'Car added successfully',
    'Number is required',
    'Place is required',
    'successfully added to purchaseList\n go and check dashboard',
    'reported successfull',
    'Payment for {model} charge: {price}',
    'Congratulation Your payment is successfull',
  ],
  'what deleting and promoting say': [
    'Successfully deleted {name}',
    '{model} deletion successfull',
    'deletion successfull',
    'Created an admin',
    '{name} is now a verified seller',
  ],
}

const catalog = textsOf(strings)

describe('the catalog of the specification’s texts', () => {
  for (const [source, texts] of Object.entries(specified))
    it(`contains the exact texts of ${source}`, () => {
      expect(texts.filter((text) => !catalog.includes(text))).toEqual([])
    })

  it('contains no other texts, so the test detects every changed word', () => {
    const expected = Object.values(specified).flat()
    expect(catalog.filter((text) => !expected.includes(text))).toEqual([])
  })
})

describe('the screens', () => {
  const root = join(import.meta.dirname, '..', '..')
  const sources = globSync('src-renderer/**/*.{ts,tsx}', { cwd: root })
  /** Fragments of the catalog that are long enough not to occur elsewhere by chance. */
  const sentences = catalog
    .flatMap((text) => text.split(/\{\w+\}|\n/))
    .filter((part) => part.trim().length >= 14)

  it('take the specification’s sentences from the catalog instead of repeating them', () => {
    expect(sources.length).toBeGreaterThan(100)
    expect(sentences).toContain('Leave feedback')
    const typed = sources.flatMap((path) => {
      const source = readFileSync(join(root, path), 'utf8')
      return sentences.filter((part) => source.includes(part.trim())).map((part) => `${path}: ${part.trim()}`)
    })
    expect(typed).toEqual([])
  })
})

/**
 * Returns all strings in a catalog entry. In strings that are built from a name or a price, `{name}` or
 * `{price}` represents it.
 */
function textsOf(entry: unknown): string[] {
  if (typeof entry === 'string') return [entry]
  if (typeof entry === 'function') return [textOfFunction(entry as (...parts: string[]) => string)]
  return Object.values(entry as Record<string, unknown>).flatMap(textsOf)
}

function textOfFunction(make: (...parts: string[]) => string): string {
  const [, names = ''] = /^\(?([^)=]*)\)?\s*=>/.exec(make.toString()) ?? []
  return make(...names.split(',').map((name) => `{${name.trim().replace(/\W.*$/, '')}}`))
}
