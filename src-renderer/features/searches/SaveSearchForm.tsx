import { useState } from 'react'
import { searchForm } from '../../../contract/searches.ts'
import { toProblem } from '../../api/problem.ts'
import { RadioGroup } from '../../ui/form/RadioGroup.tsx'
import { showFieldErrors } from '../../ui/form/show-field-errors.ts'
import { TextField } from '../../ui/form/TextField.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { DialogFormEnd } from '../../ui/overlays/DialogFormEnd.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { frequencies } from '../../ui/alert-frequencies.ts'
import { searchesApi } from './searches.api.ts'
import '../../ui/form/form.css'

interface SaveSearchFormProps {
  /** The filters, as in the address of the search page. */
  query: string
  suggestedName: string
  onDone: () => void
  onSignInNeeded: () => void
}

export function SaveSearchForm({ query, suggestedName, onDone, onSignInNeeded }: SaveSearchFormProps) {
  const [addSearch, { isLoading }] = searchesApi.useAddSearchMutation()
  const [message, setMessage] = useState<string | null>(null)
  const form = useSchemaForm(searchForm, { name: suggestedName, every: 'immediately' })

  const handleSubmit = form.handleSubmit(async (values) => {
    if (isLoading) return
    setMessage(null)
    try {
      await addSearch({ body: { ...values, query } }).unwrap()
    } catch (error) {
      const problem = toProblem(error)
      if (problem.status === 401) return onSignInNeeded()
      return setMessage(showFieldErrors(form, problem, ['name', 'every']))
    }
    onDone()
    toast.success('Search saved', { detail: 'We’ll tell you about new matches.' })
  })

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(event)} className="flex flex-col gap-4">
      <TextField
        label="Name"
        maxLength={80}
        error={form.formState.errors.name?.message}
        {...form.register('name')}
      />
      <RadioGroup
        label="Tell me about new matches"
        options={frequencies}
        defaultValue="immediately"
        {...form.register('every')}
      />
      <DialogFormEnd errorMessage={message} onCancel={onDone} loading={isLoading}>
        Save search
      </DialogFormEnd>
    </form>
  )
}
