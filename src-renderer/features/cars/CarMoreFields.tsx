import { useWatch } from 'react-hook-form'
import { numberFact, numberNames, rangeNumbers, type NumberName } from '../../../contract/cars/car-numbers.ts'
import { textFact, textNames, type TextName } from '../../../contract/cars/car-texts.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { CarFormSection } from './CarFormSection.tsx'
import { CarNumberField } from './CarNumberField.tsx'
import { fieldLabels as labels, orNull, type CarFormControls } from './car-form.ts'
import { useVinHint } from './from-vin.ts'

/** The numeric facts, without those next to the car's name and the seller's offers. */
const numbers = numberNames.filter(
  (name) => !(rangeNumbers as readonly string[]).includes(name) && !numberFact(name).isOffer,
)

interface CarMoreFieldsProps {
  form: CarFormControls
  isDealer: boolean
  onShowAll: () => void
}

/**
 * Asks for details that only some buyers want. Private sellers see technical numbers only if the car already
 * has them.
 */
export function CarMoreFields({ form, isDealer, onShowAll }: CarMoreFieldsProps) {
  const values = useWatch({ control: form.control })
  const isShown = (name: NumberName) => isDealer || !numberFact(name).us || (values[name] ?? null) !== null
  return (
    <CarFormSection title="More details">
      {numbers.filter(isShown).map((name) => (
        <CarNumberField key={name} form={form} name={name} />
      ))}
      {textNames.map((name) => (
        <CarTextField key={name} form={form} name={name} />
      ))}
      {!isDealer && (
        <p className="col-span-full">
          <Button variant="ghost" className="px-1" onClick={onShowAll}>
            Show stock number, engine size, and power
          </Button>
        </p>
      )}
    </CarFormSection>
  )
}

function CarTextField({ form, name }: { form: CarFormControls; name: TextName }) {
  const { error } = form.getFieldState(name, form.formState)
  const { example, hint } = textFact(name)
  return (
    <TextField
      label={labels[name]}
      optional
      autoComplete="off"
      placeholder={example}
      hint={useVinHint(form, name) ?? hint}
      error={error?.message}
      {...form.register(name, orNull)}
    />
  )
}
