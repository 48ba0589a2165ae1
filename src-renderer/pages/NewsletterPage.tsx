import { Newsletters } from '../features/newsletter/Newsletters.tsx'

export function NewsletterPage() {
  return <Newsletters />
}
