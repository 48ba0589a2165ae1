import { Signature } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod'
import { MAX_SIGNATURE_LENGTH, signatureInput, type DealDocuments } from '../../../contract/deal-documents.ts'
import type { Deal } from '../../../contract/deals.ts'
import { toProblem } from '../../api/problem.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { showFieldErrors } from '../../ui/form/show-field-errors.ts'
import { TextField } from '../../ui/form/TextField.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useSignDealDocumentsMutation } from './deal.api.ts'
import { listDocuments, getDocumentVersion } from './document-signatures.ts'

const nameForm = z.object({ name: signatureInput.shape.name })

/** Signs the documents that the signer has seen. If they change, the signer has to read them first. */
export function SignDocuments({ deal, documents }: { deal: Deal; documents: DealDocuments }) {
  const { purchaseID, carName, role, buyerName, sellerName } = deal
  const { revision, textVersion } = documents
  const current = getDocumentVersion(documents)
  const [seenVersion, setSeenVersion] = useState(current)
  const [signDocuments, { isLoading }] = useSignDealDocumentsMutation()
  const [message, setMessage] = useState<string | null>(null)
  const form = useSchemaForm(nameForm, { name: '' })
  const hasChanged = seenVersion !== current

  const handleSubmit = form.handleSubmit(async ({ name }) => {
    if (isLoading || hasChanged) return
    setMessage(null)
    const { error } = await signDocuments({ params: { purchaseID }, body: { name, revision, textVersion } })
    if (!error)
      return toast.success('Documents signed', {
        detail: `${role === 'buyer' ? sellerName : buyerName} sees your signature.`,
      })
    const problem = toProblem(error)
    // The failed call reloads the documents, which then differ from those seen.
    if (problem.code !== 'documents-changed') setMessage(showFieldErrors(form, problem, ['name']))
  })

  return (
    <form
      noValidate
      aria-label="Sign the documents"
      onSubmit={(event) => void handleSubmit(event)}
      className="deal-sign no-print"
    >
      <p className="wrap-anywhere">
        You sign {listDocuments(documents.documents)} for the {carName}. Read them before you sign. Your typed
        name is your signature, and we record it with the time.
      </p>
      {hasChanged ? (
        <Notice tone="warning" isAlert title="The documents have changed since you opened them">
          <p>Read them again above before you sign.</p>
          <div>
            <Button variant="secondary" size="small" onClick={() => setSeenVersion(current)}>
              I’ve read the changes
            </Button>
          </div>
        </Notice>
      ) : (
        <div className="deal-sign-fields">
          <TextField
            label="Your full name"
            autoComplete="name"
            maxLength={MAX_SIGNATURE_LENGTH}
            error={form.formState.errors.name?.message}
            {...form.register('name')}
          />
          <Button type="submit" loading={isLoading}>
            <Signature aria-hidden="true" />
            Sign
          </Button>
        </div>
      )}
      {message && (
        <Notice tone="danger" isAlert>
          <p>{message}</p>
        </Notice>
      )}
    </form>
  )
}
