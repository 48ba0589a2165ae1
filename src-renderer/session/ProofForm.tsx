import { useEffect, useRef, useState, type ReactNode } from 'react'
import { strings } from '../../contract/strings.ts'
import { platform } from '../platform/current.ts'
import { Button } from '../ui/controls/Button.tsx'
import { DialogFormEnd } from '../ui/overlays/DialogFormEnd.tsx'
import { PasswordField } from '../ui/form/PasswordField.tsx'
import type { Proof, ProofMethod } from './with-reauthentication.ts'
import { prepareGoogle } from './sign-in.ts'
import { useGoogleSignIn } from './use-google-sign-in.ts'

interface ProofFormProps {
  submitLabel: string
  variant?: 'primary' | 'danger'
  /** False while other required input is missing. */
  isReady?: boolean
  /**
   * Performs the action that requires the proof.
   * @returns an error message, or null if the action succeeded
   */
  onProof: (proof: Proof) => Promise<string | null>
  onCancel: () => void
  /** Fields above the password. */
  children?: ReactNode
}

/** Asks the user, in a dialog, to reauthenticate by password or with Google. */
export function ProofForm({
  submitLabel,
  variant,
  isReady = true,
  onProof,
  onCancel,
  children,
}: ProofFormProps) {
  const [password, setPassword] = useState('')
  const [message, setMessage] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isGoogleOffered = useGoogleSignIn()
  const calledOff = useRef(new AbortController())
  useEffect(() => {
    const controller = (calledOff.current = new AbortController())
    return () => {
      controller.abort()
      platform.console?.cancelGoogle()
    }
  }, [])
  useEffect(() => {
    // The code is loaded before the click. A browser blocks a window that opens too long after it.
    if (platform.can.popupSignIn) prepareGoogle().catch(() => undefined)
  }, [])

  async function prove(method: ProofMethod) {
    if (isBusy || !isReady) return
    setBusy(true)
    const proofError = await onProof({ ...method, signal: calledOff.current.signal })
    if (proofError === null) setPassword('')
    setMessage(proofError)
    setBusy(false)
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void prove({ kind: 'password', password })
      }}
      className="flex flex-col gap-4"
    >
      {children}
      <PasswordField
        label="Password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {isGoogleOffered && (
        <Button
          variant="secondary"
          disabled={!isReady || isBusy}
          onClick={() => void prove({ kind: 'google' })}
        >
          No password? {strings.login.google}
        </Button>
      )}
      <DialogFormEnd
        errorMessage={message}
        onCancel={onCancel}
        {...(variant && { variant })}
        loading={isBusy}
        disabled={!isReady || password === ''}
      >
        {submitLabel}
      </DialogFormEnd>
    </form>
  )
}
