import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { pages } from '../../../contract/pages.ts'
import { api } from '../../api/api.ts'
import { callApi } from '../../api/base-query.ts'
import { platform } from '../../platform/current.ts'
import { getIdentityMessage } from '../../platform/identity-error.ts'
import type { IdentityService } from '../../platform/identity.ts'
import { type Proof, withReauthentication } from '../../session/with-reauthentication.ts'
import { following } from '../../session/following.ts'
import { clearAccountData } from '../../session/clear-account-data.ts'
import { ProofForm } from '../../session/ProofForm.tsx'
import { sessionSlice } from '../../session/session.slice.ts'
import { useMe } from '../../session/use-session.ts'
import { useAppDispatch, type AppThunk } from '../../session/store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { tidyEmail } from '../../ui/form/EmailField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { toast } from '../../ui/overlays/toast.ts'

/** Deletes the account after the user retypes its email address and signs in again. */
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
    const rejection = await dispatch(deleteAccount(proof))
    if (rejection !== null) return rejection
    toast.success('Your account has been deleted')
    await dispatch(clearAccount())
    // Replaces the sign-in page, to which the guard has already redirected.
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

/**
 * Deletes the account once its owner has proven their identity. The caller then runs `clearAccount`.
 * @returns the error message, or null if the account was deleted
 */
function deleteAccount(proof: Proof): AppThunk<Promise<string | null>> {
  return async (dispatch) => {
    try {
      return await dispatch(withReauthentication(proof, (identity) => dispatch(deleteHereAndThere(identity))))
    } catch (error) {
      return getIdentityMessage(error)
    }
  }
}

function deleteHereAndThere(identity: IdentityService): AppThunk<Promise<string | null>> {
  return async () => {
    following.stop()
    // Bypasses the API cache, which would abort the call if another tab noticed the ended session before the
    // response arrived.
    const { error } = await callApi({ name: 'deleteMe' }, new AbortController().signal)
    if (error) {
      following.resume()
      return error.message
    }
    // Frees the email address for a new account. A failure is harmless: the remaining identity grants access
    // to nothing.
    await identity.deleteAccount().catch(() => undefined)
    return null
  }
}

/** Signs out after the server has ended all sessions, and removes the account's data from the browser. */
function clearAccount(): AppThunk<Promise<void>> {
  return async (dispatch) => {
    await platform.session.close()
    dispatch(sessionSlice.actions.signedOut({ isExpired: false }))
    dispatch(api.util.resetApiState())
    await clearAccountData()
  }
}
