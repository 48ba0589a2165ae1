import { useState, type SyntheticEvent } from 'react'
import type { Category } from '../../../contract/cars/cars.ts'
import { formatCount } from '../../../contract/number-format.ts'
import { formatProblem, toProblem } from '../../api/problem.ts'
import { DialogFormEnd } from '../../ui/overlays/DialogFormEnd.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useUpdateCategoryMutation } from './makes.api.ts'

interface MergeFormProps {
  make: Category
  makes: readonly Category[]
  onDone: () => void
}

/** Moves all cars of one make to another. The form's explanation replaces a separate confirmation. */
export function MergeForm({ make: { category_name: name, used = 0 }, makes, onDone }: MergeFormProps) {
  const [update, { isLoading }] = useUpdateCategoryMutation()
  const [into, setInto] = useState('')
  const [error, setError] = useState<string>()
  const otherMakes = makes.map((make) => make.category_name).filter((other) => other !== name)

  async function handleSubmit(event: SyntheticEvent) {
    event.preventDefault()
    if (isLoading) return
    if (into === '') return setError('Choose a make.')
    const response = await update({ params: { name }, body: { mergeInto: into } })
    if (response.error) return setError(formatProblem(toProblem(response.error)))
    toast.success(`${name} merged into ${into}`)
    onDone()
  }

  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void handleSubmit(event)}>
      <p>
        {used > 0 && `${formatCount(used, 'car')} of ${name} will be listed under the make you choose. `}
        {name} goes away, and links to it stop working. This can’t be undone.
      </p>
      <Select
        label="Merge into"
        placeholder="Choose a make"
        options={otherMakes}
        value={into}
        error={error}
        onChange={({ target }) => {
          setInto(target.value)
          setError(undefined)
        }}
      />
      <DialogFormEnd variant="danger" loading={isLoading} onCancel={onDone}>
        Merge makes
      </DialogFormEnd>
    </form>
  )
}
