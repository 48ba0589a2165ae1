import { useParams } from 'react-router-dom'
import { EditNewsletter } from '../features/newsletter/EditNewsletter.tsx'

/** /dashboard/newsletter/:id: a draft to go on with, or what became of one that was sent. */
export function EditNewsletterPage() {
  const { id = '' } = useParams()
  return <EditNewsletter key={id} id={id} />
}
