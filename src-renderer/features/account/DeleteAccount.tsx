import { Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { pages } from '../../../contract/pages.ts'
import { strings } from '../../../contract/strings.ts'
import { useGoogleSignIn } from '../../app/session/use-google-sign-in.ts'
import { prepareGoogle } from '../../app/session/sign-in.ts'
import { useMe } from '../../app/session/use-session.ts'
import { useAppDispatch } from '../../app/store.ts'
import { platform } from '../../platform/current.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { tidyEmail } from '../../ui/EmailField.tsx'
import { toast } from '../../ui/toast.ts'
import { deleteAccount, forgetAccount, type Proof } from './delete-account.ts'

/** Ends the account: the address is typed, and the owner signs in once more. */
export function DeleteAccount() {
  const [isOpen, setOpen] = useState(false)

  return (
    <div className="flex flex-col items-start gap-4">
      <p className="text-muted">
        Your profile, pictures and messages go, unsold cars are withdrawn, reviews lose your name. Payments
        are kept. This cannot be undone.
      </p>
      <Button variant="danger" onClick={() => setOpen(true)}>
        <Trash2 aria-hidden="true" />
        Delete my account
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Delete your account?"
        description="To be sure that it is you, please sign in once more."
      >
        <DeleteForm onClose={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}

function DeleteForm({ onClose }: { onClose: () => void }) {
  const me = useMe()
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [password, setPassword] = useState('')
  const [message, setMessage] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isGoogleOffered = useGoogleSignIn()
  useEffect(() => {
    // Ahead of the click: a browser blocks a window that opens long after it.
    if (platform.can.popupSignIn) prepareGoogle().catch(() => undefined)
  }, [])
  const isTyped = tidyEmail(typed) === me.email

  async function handleDelete(proof: Proof) {
    if (isBusy || !isTyped) return
    setBusy(true)
    const refusal = await dispatch(deleteAccount(me, proof))
    setBusy(false)
    if (refusal !== null) return setMessage(refusal)
    toast.success('Your account is deleted')
    await dispatch(forgetAccount())
    // Instead of the sign-in page, to which the guard has led meanwhile.
    void navigate(pages.home.path, { replace: true })
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void handleDelete({ kind: 'password', password })
      }}
      className="flex flex-col gap-4"
    >
      <TextField
        label={`Type ${me.email} to confirm`}
        value={typed}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
      />
      <PasswordField
        label="Password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {isGoogleOffered && (
        <Button
          variant="secondary"
          disabled={!isTyped || isBusy}
          onClick={() => void handleDelete({ kind: 'google' })}
        >
          No password? {strings.login.google}
        </Button>
      )}
      {message && (
        <Notice tone="danger" isAlert>
          <p>{message}</p>
        </Notice>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" loading={isBusy} disabled={!isTyped || password === ''}>
          Delete account
        </Button>
      </DialogActions>
    </form>
  )
}
