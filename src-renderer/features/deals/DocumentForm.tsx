import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import {
  documentFacts,
  odometerStatementLabels,
  odometerStatements,
  titleBrandLabels,
  titleBrands,
  warrantyKindLabels,
  warrantyKinds,
  type DealDocuments,
} from '../../../contract/deal-documents.ts'
import type { Deal } from '../../../contract/deals.ts'
import { toProblem } from '../../api/problem.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/controls/Notice.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { RadioGroup } from '../../ui/form/RadioGroup.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { showFieldErrors } from '../../ui/form/show-field-errors.ts'
import { TextArea, TextField } from '../../ui/form/TextField.tsx'
import { leaveQuestion, useLeaveWarning } from '../../ui/form/use-leave-warning.ts'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import type { useUnsavedInput } from '../../ui/form/use-unsaved-input.ts'
import { confirm } from '../../ui/overlays/confirm.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useSetDealDocumentsMutation } from './deal.api.ts'
import {
  documentFields,
  getInitialDocument,
  toDocumentFacts,
  type DocumentFormInput,
} from './document-form.ts'

interface DocumentFormProps {
  deal: Deal
  documents: DealDocuments
  unsaved: ReturnType<typeof useUnsavedInput<DocumentFormInput>>
  onSaved: () => Promise<void>
  onCancel: () => void
}

/** Asks the seller for the details of the documents. */
export function DocumentForm({ deal, documents, unsaved, onSaved, onCancel }: DocumentFormProps) {
  const { purchaseID, buyerName } = deal
  const { keep, drop } = unsaved
  // The documents may be reloaded while the seller types.
  const [start] = useState(() => getInitialDocument(deal, documents.facts))
  const [restored, setRestored] = useState(unsaved.found?.values)
  const [setDocuments, { isLoading }] = useSetDealDocumentsMutation()
  const [message, setMessage] = useState<string | null>(null)
  const form = useDocumentForm(start, restored, keep)
  const { errors, isDirty } = form.formState
  const warranty = useWatch({ control: form.control, name: 'warranty' })
  useLeaveWarning(isDirty, drop)

  const handleSubmit = form.handleSubmit(async (facts) => {
    if (isLoading) return
    setMessage(null)
    const { error } = await setDocuments({ params: { purchaseID }, body: toDocumentFacts(facts) })
    if (error) return setMessage(showFieldErrors(form, toProblem(error), documentFields))
    drop()
    await onSaved()
    toast.success('Documents saved', { detail: `You and ${buyerName} can sign them now.` })
  })

  async function handleCancel() {
    if (isDirty && !(await confirm({ ...leaveQuestion, confirmLabel: 'Discard changes' }))) return
    drop()
    onCancel()
  }

  function handleStartOver() {
    form.reset(start)
    drop()
    setRestored(undefined)
  }

  return (
    <form noValidate aria-label="Details of the documents" onSubmit={(event) => void handleSubmit(event)}>
      <div className="flex flex-col gap-6 compact:gap-4">
        {restored && (
          <Notice title="We restored your unsaved changes">
            <div>
              <Button variant="secondary" size="small" onClick={handleStartOver}>
                Start over
              </Button>
            </div>
          </Notice>
        )}
        {documents.signatures.some(({ isCurrent }) => isCurrent) && (
          <Notice tone="warning">
            <p>If you change anything, both of you have to sign again.</p>
          </Notice>
        )}
        <Group title="Odometer">
          <Controller
            control={form.control}
            name="odometer"
            render={({ field: { value, ...field }, fieldState: { error } }) => (
              <NumberField
                {...field}
                label="Reading at the handover"
                value={value ?? null}
                min={0}
                step={1}
                error={error?.message}
              />
            )}
          />
          <Select
            label="Unit"
            options={[
              { value: 'mi', label: 'Miles' },
              { value: 'km', label: 'Kilometers' },
            ]}
            error={errors.odometerUnit?.message}
            {...form.register('odometerUnit')}
          />
          <RadioGroup
            label="What do you state about this reading?"
            className="sm:col-span-2"
            options={odometerStatements.map((value) => ({ value, label: odometerStatementLabels[value] }))}
            error={errors.odometerStatement && 'Choose what is true.'}
            {...form.register('odometerStatement')}
          />
        </Group>
        <Group title="Title">
          <TextField
            label="Name on the title"
            autoComplete="name"
            error={errors.titleHolder?.message}
            {...form.register('titleHolder')}
          />
          <TextField
            label="Title number"
            optional
            autoComplete="off"
            error={errors.titleNumber?.message}
            {...form.register('titleNumber')}
          />
          <TextField
            label="State of the title"
            optional
            placeholder="Oregon"
            autoComplete="address-level1"
            error={errors.titleState?.message}
            {...form.register('titleState')}
          />
          <Select
            label="Title status"
            placeholder="Choose a status"
            options={titleBrands.map((value) => ({ value, label: titleBrandLabels[value] }))}
            error={errors.titleBrand && 'Choose a status, or Unknown.'}
            {...form.register('titleBrand')}
          />
          <TextField
            label="Lien holder"
            optional
            hint="The lender, if the car isn’t paid off"
            autoComplete="off"
            className="sm:col-span-2"
            error={errors.lienHolder?.message}
            {...form.register('lienHolder')}
          />
        </Group>
        <Group title="Warranty">
          <RadioGroup
            label="How do you sell the car?"
            className="sm:col-span-2"
            options={warrantyKinds.map((value) => ({ value, label: warrantyKindLabels[value] }))}
            error={errors.warranty && 'Choose one.'}
            {...form.register('warranty')}
          />
          {warranty === 'warranty' && (
            <TextArea
              label="Your warranty"
              hint="What it covers, and for how long"
              className="sm:col-span-2"
              rows={5}
              error={errors.warrantyText?.message}
              {...form.register('warrantyText')}
            />
          )}
        </Group>
        {message && (
          <Notice tone="danger" isAlert>
            <p>{message}</p>
          </Notice>
        )}
        <div className="flex flex-wrap gap-3 max-sm:*:w-full">
          <Button type="submit" loading={isLoading}>
            Save documents
          </Button>
          <Button variant="secondary" onClick={() => void handleCancel()}>
            Cancel
          </Button>
        </div>
      </div>
    </form>
  )
}

/** Creates the form, restores unsaved input, and stores each change until it is saved. */
function useDocumentForm(
  start: DocumentFormInput,
  restored: DocumentFormInput | undefined,
  keep: (values: DocumentFormInput) => void,
) {
  const form = useSchemaForm(documentFacts, start)
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }),
    [form, keep],
  )
  const restore = useEffectEvent(() => {
    if (restored) form.reset({ ...start, ...restored }, { keepDefaultValues: true })
  })
  useEffect(() => restore(), [])
  return form
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-4 compact:gap-3">
      <h3 className="font-bold">{title}</h3>
      <div className="grid items-start gap-4 compact:gap-3 sm:grid-cols-2">{children}</div>
    </section>
  )
}
