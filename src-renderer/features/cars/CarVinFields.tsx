import { skipToken } from '@reduxjs/toolkit/query/react'
import { Camera } from 'lucide-react'
import { useEffect, useId, type KeyboardEvent, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { judgeVin } from '../../../contract/cars/vin.ts'
import { pagePath } from '../../../contract/pages.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { hasCameraAccess } from '../../ui/camera/camera.ts'
import { CarFormSection } from './CarFormSection.tsx'
import { VinDifferences } from './VinDifferences.tsx'
import { fieldLabels as labels, type CarFormControls } from './car-form.ts'
import { useGetNextStockNumberQuery } from './cars.api.ts'
import type { VinLookUp } from './use-vin.ts'
import { VinScanner } from './VinScanner.tsx'

interface CarVinFieldsProps {
  form: CarFormControls
  vin: VinLookUp
  isNew: boolean
  /** True for dealers' forms, which start with the VIN and have a stock number. */
  isDealer: boolean
  /** The ID of the user's own car with the same VIN, or null if no car has it. */
  listedId: string | null
}

/** Asks for the VIN, which can fill in most of the form. Bar code scanners type the VIN and press Enter. */
export function CarVinFields({ form, vin, isNew, isDealer, listedId }: CarVinFieldsProps) {
  const { error } = form.getFieldState('vin', form.formState)
  const typed = useWatch({ control: form.control, name: 'vin' }) ?? ''
  const { suggestion } = judgeVin(typed)
  const newsId = useId()
  const fieldId = useId()
  useEffect(() => {
    if (isNew && isDealer) form.setFocus('vin')
  }, [form, isNew, isDealer])

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    // Without this, Enter would submit the form.
    event.preventDefault()
    vin.lookUp()
  }

  /** Fills in a scanned VIN and looks it up, as if a bar code scanner had typed it and pressed Enter. */
  function handleVin(found: string | null) {
    form.setValue('vin', found, { shouldDirty: true, shouldValidate: true })
    vin.lookUp()
  }

  return (
    <CarFormSection title="Which car is it?">
      <div className="flex flex-col items-start gap-3">
        <TextField
          id={fieldId}
          label={labels.vin}
          optional
          className="w-full"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint={
            <>
              17 characters, behind the windshield or in the title.
              <span className="pointer-coarse:hidden"> Type or scan it and press Enter.</span>
            </>
          }
          error={error?.message}
          onKeyDown={handleKeyDown}
          {...form.register('vin', { onChange: vin.handleChange })}
        />
        {error && suggestion && (
          <Button variant="secondary" size="small" onClick={() => handleVin(suggestion)}>
            Use {suggestion}
          </Button>
        )}
        {listedId && (
          <TextLink to={pagePath('editCar', { id: listedId })}>Open the car with this VIN</TextLink>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <ScanVinButton field={() => document.getElementById(fieldId)} onFound={handleVin} />
          <Button variant="secondary" loading={vin.isBusy} aria-describedby={newsId} onClick={vin.lookUp}>
            Look it up
          </Button>
          {isNew && (
            <Button variant="ghost" className="px-1" onClick={() => form.setFocus('category_name')}>
              or fill it in yourself
            </Button>
          )}
        </div>
      </div>
      {(isDealer || form.getValues('stockNo')) && <StockNumberField form={form} isNew={isNew} />}
      <div aria-live="polite" id={newsId} className="col-span-full empty:-mt-4">
        {vin.news && <p className="text-small text-muted">{vin.news}</p>}
        {vin.differing.length > 0 && <VinDifferences form={form} vin={vin} />}
      </div>
      {typed === '' && <NoVinField form={form} />}
    </CarFormSection>
  )
}

/**
 * Asks why a car has no VIN, such as a car built before VINs existed. A listing needs a VIN or a reason. The
 * field is hidden once a VIN is typed.
 */
function NoVinField({ form }: { form: CarFormControls }) {
  const { error } = form.getFieldState('noVinReason', form.formState)
  return (
    <TextField
      label={labels.noVinReason}
      optional
      className="col-span-full"
      placeholder="For example, built before 1981, or a kit car"
      error={error?.message}
      {...form.register('noVinReason')}
    />
  )
}

/**
 * Asks for the stock number. If the field is empty, a new car gets the next number. Cars added at the same
 * time get different numbers.
 */
function StockNumberField({ form, isNew }: { form: CarFormControls; isNew: boolean }) {
  const { data } = useGetNextStockNumberQuery(isNew ? {} : skipToken)
  const { error } = form.getFieldState('stockNo', form.formState)
  return (
    <TextField
      label={labels.stockNo}
      optional
      autoComplete="off"
      placeholder={data?.stockNo}
      hint={data && `Leave blank to use the next number, ${data.stockNo}.`}
      error={error?.message}
      {...form.register('stockNo')}
    />
  )
}

interface ScanVinButtonProps {
  /** Returns the field that gets the focus after scanning. */
  field: () => HTMLElement | null
  onFound: (vin: string) => void
}

/** Shows a button that scans the VIN, if the browser can request a camera. */
function ScanVinButton({ field, onFound }: ScanVinButtonProps) {
  const [isOpen, setOpen] = useState(false)
  if (!hasCameraAccess()) return null

  function handleFound(vin: string) {
    setOpen(false)
    onFound(vin)
  }

  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <Camera aria-hidden="true" /> Scan
      </Button>
      <VinScanner isOpen={isOpen} onClose={() => setOpen(false)} onFound={handleFound} field={field} />
    </>
  )
}
