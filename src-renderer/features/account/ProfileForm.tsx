import { useState } from 'react'
import { userInput } from '../../../contract/users.ts'
import { zipCode } from '../../../contract/api/fields.ts'
import { loadConfig } from '../../api/config.ts'
import { toProblem } from '../../api/problem.ts'
import { uploadImage } from '../../api/upload-image.ts'
import { signedIn } from '../../session/session.slice.ts'
import { useMe } from '../../session/use-session.ts'
import { useAppDispatch } from '../../session/store.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { PhotoPicker } from '../../ui/form/PhotoPicker.tsx'
import { showFieldErrors } from '../../ui/form/show-field-errors.ts'
import { TextField } from '../../ui/form/TextField.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useLeaveWarning } from '../../ui/form/use-leave-warning.ts'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { useUpdateMeMutation } from './account.api.ts'

const profileForm = userInput.pick({ fullName: true }).extend({ zip: zipCode })

export function ProfileForm() {
  const me = useMe()
  const dispatch = useAppDispatch()
  const [updateMe] = useUpdateMeMutation()
  const [photo, setPhoto] = useState<File | string | null>(me.photoURL || null)
  const [photoError, setPhotoError] = useState<string>()
  const [progress, setProgress] = useState<number | null>(null)
  const [isBusy, setBusy] = useState(false)
  const form = useSchemaForm(profileForm, { fullName: me.fullName, zip: me.zip ?? '' })
  const isPhotoChanged = photo !== (me.photoURL || null)
  useLeaveWarning(form.formState.isDirty || isPhotoChanged)

  function handlePhoto(chosen: File | null) {
    setPhoto(chosen)
    setPhotoError(undefined)
  }

  async function storePhoto(): Promise<string> {
    if (!(photo instanceof File)) return photo ?? ''
    setProgress(0)
    const { images } = await loadConfig()
    return uploadImage(photo, images, { onProgress: setProgress })
  }

  const handleSubmit = form.handleSubmit(async ({ fullName, zip }) => {
    if (isBusy) return
    setBusy(true)
    try {
      const photoURL = await storePhoto()
      const saved = await updateMe({ body: { fullName, photoURL, zip } }).unwrap()
      dispatch(signedIn(saved))
      setPhoto(saved.photoURL || null)
      form.reset({ fullName: saved.fullName, zip: saved.zip ?? '' })
      toast.success('Profile saved')
    } catch (error) {
      const formError = showFieldErrors(form, toProblem(error), ['fullName', 'zip'], {
        photoURL: setPhotoError,
      })
      if (formError !== null) toast.error(formError)
    }
    setProgress(null)
    setBusy(false)
  })

  return (
    <form
      noValidate
      aria-label="Profile"
      onSubmit={(event) => void handleSubmit(event)}
      className="grid gap-4"
    >
      <TextField
        label="Full name"
        autoComplete="name"
        error={form.formState.errors.fullName?.message}
        {...form.register('fullName')}
      />
      {me.isSeller && (
        <TextField
          label="ZIP code"
          optional
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={10}
          hint="Your cars are found near this ZIP code, unless a car has its own."
          error={form.formState.errors.zip?.message}
          {...form.register('zip')}
        />
      )}
      <PhotoPicker
        label="Photo"
        optional
        shape="round"
        value={photo}
        onChange={handlePhoto}
        progress={progress}
        error={photoError}
      />
      <div>
        <Button type="submit" loading={isBusy}>
          Save profile
        </Button>
      </div>
    </form>
  )
}
