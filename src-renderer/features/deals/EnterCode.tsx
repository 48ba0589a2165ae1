import { ScanLine } from 'lucide-react'
import { useState } from 'react'
import { codeInput, type Deal } from '../../../contract/deals.ts'
import { toProblem } from '../../api/problem.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { formatMoment } from '../../ui/format-moment.ts'
import { showFieldErrors } from '../../ui/form/show-field-errors.ts'
import { TextField } from '../../ui/form/TextField.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { createLazyPart } from '../../ui/lazy-part.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useSecondsUntil } from '../../ui/use-countdown.ts'
import { useEnterHandoverCodeMutation } from './deal.api.ts'
import { canScanCodes } from './code-detector.ts'
import { DealSection } from './DealSection.tsx'

const CodeScanner = createLazyPart(
  () => import('./CodeScanner.tsx').then((module) => module.CodeScanner),
  'toast',
)

/** Lets the seller confirm the handover with the buyer's code. */
export function EnterCode({ deal }: { deal: Deal }) {
  const { purchaseID, buyerName, needsPayoutAccount } = deal
  const [enterCode, { isLoading }] = useEnterHandoverCodeMutation()
  const [message, setMessage] = useState<string | null>(null)
  const [blockedUntil, setBlockedUntil] = useState(0)
  const [isScanning, setScanning] = useState(false)
  const form = useSchemaForm(codeInput, { code: '' })
  const { error: codeError } = form.getFieldState('code', form.formState)
  const isBlocked = useSecondsUntil(blockedUntil) > 0

  const handleSubmit = form.handleSubmit(async ({ code }) => {
    if (isLoading || isBlocked) return
    setMessage(null)
    const { error } = await enterCode({ params: { purchaseID }, body: { code } })
    if (!error) {
      const detail = needsPayoutAccount
        ? 'Set up payouts so that we can pay you.'
        : 'We’re sending your payout.'
      return toast.success('Handover confirmed', { detail })
    }
    const problem = toProblem(error)
    if (problem.code === 'code-incorrect')
      return form.setError('code', { message: WRONG_CODE }, { shouldFocus: true })
    const until = Date.parse(String(problem.facts?.blockedUntil))
    if (problem.code === 'too-many-requests' && !Number.isNaN(until)) return setBlockedUntil(until)
    setMessage(showFieldErrors(form, problem, ['code']))
  })

  function handleFound(code: string) {
    setScanning(false)
    form.setValue('code', code)
    void handleSubmit()
  }

  return (
    <DealSection title="Enter the buyer’s code">
      <p className="text-muted wrap-anywhere">
        {buyerName} shows you a six-digit code once they have the car and the keys. It releases your payout.
      </p>
      <form noValidate onSubmit={(event) => void handleSubmit(event)} className="deal-enter-code">
        <TextField
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={11}
          placeholder="000 000"
          className="deal-code-field"
          error={codeError?.message}
          {...form.register('code')}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" loading={isLoading} disabled={isBlocked}>
            Confirm handover
          </Button>
          {canScanCodes() && (
            <Button variant="secondary" disabled={isBlocked} onClick={() => setScanning(true)}>
              <ScanLine aria-hidden="true" />
              Scan
            </Button>
          )}
        </div>
      </form>
      {isBlocked && (
        <Notice
          tone="danger"
          isAlert
          title={`Five codes were wrong. Try again at ${formatMoment(blockedUntil)}.`}
        >
          <p className="wrap-anywhere">Or ask {buyerName} to confirm on their page that they have the car.</p>
        </Notice>
      )}
      {message && (
        <Notice tone="danger" isAlert>
          <p>{message}</p>
        </Notice>
      )}
      {isScanning && <CodeScanner onFound={handleFound} onClose={() => setScanning(false)} />}
    </DealSection>
  )
}

const WRONG_CODE = 'That’s not the buyer’s code. Compare each digit, then try again.'
