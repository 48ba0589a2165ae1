import { useState } from 'react'
import { categoryInput } from '../../../contract/categories.ts'
import { makesShown, type Category } from '../../../contract/cars/cars.ts'
import { makeShownLabels } from '../../../contract/list-labels.ts'
import { loadConfig } from '../../api/config.ts'
import { toProblem } from '../../api/problem.ts'
import { uploadImage } from '../../api/upload-image.ts'
import { DialogFormEnd } from '../../ui/overlays/DialogFormEnd.tsx'
import { PhotoPicker } from '../../ui/form/PhotoPicker.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { showFieldErrors } from '../../ui/form/show-field-errors.ts'
import { TextField } from '../../ui/form/TextField.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { useAddCategoryMutation, useUpdateCategoryMutation } from './makes.api.ts'

const makeForm = categoryInput.omit({ brandImage: true })

interface MakeFormProps {
  /** Null to add a make. */
  make: Category | null
  onDone: () => void
}

export function MakeForm({ make, onDone }: MakeFormProps) {
  const [add] = useAddCategoryMutation()
  const [update] = useUpdateCategoryMutation()
  const [logo, setLogo] = useState<File | string | null>(make?.brandImage || null)
  const [logoError, setLogoError] = useState<string>()
  const [progress, setProgress] = useState<number | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [errorMessage, setErrorMessage] = useState<string | null>(null)
  const form = useSchemaForm(makeForm, {
    category_name: make?.category_name ?? '',
    shown: make?.shown ?? 'with-cars',
  })
  const { errors } = form.formState

  async function storeLogo(): Promise<string> {
    if (!(logo instanceof File)) return logo ?? ''
    setProgress(0)
    const { images } = await loadConfig()
    return uploadImage(logo, images, { onProgress: setProgress })
  }

  const handleSubmit = form.handleSubmit(async (values) => {
    if (isBusy) return
    setBusy(true)
    setErrorMessage(null)
    try {
      const body = { ...values, brandImage: await storeLogo() }
      if (make) await update({ params: { name: make.category_name }, body }).unwrap()
      else await add({ body }).unwrap()
      toast.success(make ? `${values.category_name} saved` : `${values.category_name} added`)
      onDone()
    } catch (error) {
      const problem = toProblem(error)
      if (problem.code === 'make-exists') form.setError('category_name', { message: problem.message })
      else
        setErrorMessage(
          showFieldErrors(form, problem, ['category_name', 'shown'], { brandImage: setLogoError }),
        )
    }
    setProgress(null)
    setBusy(false)
  })

  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void handleSubmit(event)}>
      <TextField
        label="Name"
        autoComplete="off"
        hint={make?.used ? 'Its cars move along. Links with the old name stop working.' : undefined}
        error={errors.category_name?.message}
        {...form.register('category_name')}
      />
      <PhotoPicker
        label="Logo"
        optional
        hint="JPEG, PNG, or WebP, up to 10 MB. Without one, its letters are shown."
        value={logo}
        progress={progress}
        error={logoError}
        onChange={(file) => {
          setLogo(file)
          setLogoError(undefined)
        }}
      />
      <Select
        label="Shown"
        options={makesShown.map((value) => ({ value, label: makeShownLabels[value] }))}
        error={errors.shown?.message}
        {...form.register('shown')}
      />
      <DialogFormEnd errorMessage={errorMessage} loading={isBusy} onCancel={onDone}>
        {make ? 'Save make' : 'Add make'}
      </DialogFormEnd>
    </form>
  )
}
