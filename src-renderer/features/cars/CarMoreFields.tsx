import { useWatch } from 'react-hook-form'
import { getNumberFact, numericFieldNames, type NumberName } from '../../../contract/cars/car-numbers.ts'
import { textNames, type TextName } from '../../../contract/cars/car-texts.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CarFormSection } from './CarFormSection.tsx'
import { CarNumberField } from './CarNumberField.tsx'
import { CarTextField } from './CarTextField.tsx'
import { historyNumbers, historyTexts } from './CarHistoryFields.tsx'
import type { CarFormControls } from './car-form.ts'

/** The numeric facts that no other section asks for. */
const otherSections: readonly NumberName[] = ['year', 'mileage', ...historyNumbers]
const numbers = numericFieldNames.filter(
  (name) => !otherSections.includes(name) && !getNumberFact(name).isOffer,
)
const texts = textNames.filter((name) => !(historyTexts as readonly TextName[]).includes(name))

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
  const isShown = (name: NumberName) => isDealer || !getNumberFact(name).us || (values[name] ?? null) !== null
  return (
    <CarFormSection title="More details">
      {numbers.filter(isShown).map((name) => (
        <CarNumberField key={name} form={form} name={name} />
      ))}
      {texts.map((name) => (
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
