import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { pages } from '../../../contract/pages.ts'
import type { Proof } from '../../session/as-oneself.ts'
import { ProofForm } from '../../session/ProofForm.tsx'
import { useMe } from '../../session/use-session.ts'
import { useAppDispatch } from '../../session/store.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { tidyEmail } from '../../ui/EmailField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { deleteAccount, forgetAccount } from './delete-account.ts'

/** Ends the account: the address is typed, and the owner signs in once more. */
export function DeleteAccount() {
  const [isOpen, setOpen] = useState(false)

  return (
    <div className="flex flex-col items-start gap-4">
      <p className="text-muted">
        This deletes your profile, photos, and notifications, takes down your unsold cars, and removes your
        name from reviews. We keep payment records. This can’t be undone.
      </p>
      <Button variant="danger" onClick={() => setOpen(true)}>
        <Trash2 aria-hidden="true" />
        Delete my account
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Delete your account?"
        description="Sign in again to confirm it’s you."
      >
        <DeleteForm onClose={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}

function DeleteForm({ onClose }: { onClose: () => void }) {
  const { email } = useMe()
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')

  async function handleDelete(proof: Proof) {
    const refusal = await dispatch(deleteAccount(proof))
    if (refusal !== null) return refusal
    toast.success('Your account has been deleted')
    await dispatch(forgetAccount())
    // Instead of the sign-in page, to which the guard has led meanwhile.
    void navigate(pages.home.path, { replace: true })
    return null
  }

  return (
    <ProofForm
      submitLabel="Delete account"
      variant="danger"
      isReady={tidyEmail(typed) === email}
      onProof={handleDelete}
      onCancel={onClose}
    >
      <TextField
        label={`Type ${email} to confirm`}
        value={typed}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ProofForm>
  )
}
