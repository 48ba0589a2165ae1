import { NewsletterEditor } from '../features/newsletter/NewsletterEditor.tsx'

export function WriteNewsletterPage() {
  return <NewsletterEditor issue={null} />
}
